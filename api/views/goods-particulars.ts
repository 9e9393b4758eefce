import type { GoodsPayload, ItemInput } from '../../domain/documents/payload.ts';
import { sugarCaneOf } from '../../domain/documents/farm-goods.ts';
import { withheldTaxesOf } from '../../domain/documents/withheld-taxes.ts';
import type { Schema } from '../operations.ts';
import { issqnView, itemIssqnView } from './issqn.ts';

type Particulars = Pick<
  Schema<'FiscalDocumentDetail'>,
  | 'governmentPurchase'
  | 'printedAs'
  | 'movementDateTime'
  | 'expectedDeliveryDate'
  | 'pesticidePrescriptions'
  | 'transitPermit'
  | 'advancePayments'
  | 'withheldTaxes'
  | 'sugarCane'
  | 'issqn'
  | 'remarks'
  | 'taxOfficeRemarks'
  | 'taxOfficeInfo'
  | 'legalProcesses'
>;

/** Fields that few documents of goods have, as they were sent; each is absent where it was not sent. */
export function particularsView(payload: GoodsPayload | null): Particulars {
  const { governmentPurchase, movementDateTime, expectedDeliveryDate } = payload ?? {};
  const { remarks, taxOfficeRemarks, taxOfficeInfo, legalProcesses } = payload ?? {};
  const withheldTaxes = withheldTaxesOf(payload?.withheldTaxes);
  const sugarCane = sugarCaneOf(payload?.sugarCane);
  return {
    ...(governmentPurchase
      ? {
          governmentPurchase: {
            ...governmentPurchase,
            rateReduction: governmentPurchase.rateReduction ?? null,
            previousDocuments: governmentPurchase.previousDocuments ?? [],
          },
        }
      : {}),
    ...(payload?.printedAs ? { printedAs: payload.printedAs } : {}),
    ...(movementDateTime ? { movementDateTime } : {}),
    ...(expectedDeliveryDate ? { expectedDeliveryDate } : {}),
    ...(payload?.advancePayments?.length ? { advancePayments: payload.advancePayments } : {}),
    ...(withheldTaxes ? { withheldTaxes } : {}),
    ...(sugarCane ? { sugarCane } : {}),
    ...(payload?.issqn ? { issqn: issqnView(payload.issqn) } : {}),
    ...(remarks?.length ? { remarks } : {}),
    ...(taxOfficeRemarks?.length ? { taxOfficeRemarks } : {}),
    ...(taxOfficeInfo ? { taxOfficeInfo } : {}),
    ...(legalProcesses?.length ? { legalProcesses } : {}),
    ...(payload?.pesticidePrescriptions?.length ? { pesticidePrescriptions: payload.pesticidePrescriptions } : {}),
    ...(payload?.transitPermit ? { transitPermit: payload.transitPermit } : {}),
  };
}

type ItemParticulars = Pick<
  Schema<'DocumentItem'>,
  'remark' | 'taxOfficeRemark' | 'donation' | 'vehicle' | 'issqn' | 'isUsed' | 'zfmCreditType' | 'freeTradeArea'
>;

/** Fields that few lines of goods have, as they were sent. */
export function itemParticularsView({
  remark,
  taxOfficeRemark,
  donation,
  vehicle,
  issqn,
  isUsed,
  zfmCreditType,
  freeTradeArea: area,
}: ItemInput): ItemParticulars {
  return {
    ...(donation ? { donation } : {}),
    ...(vehicle ? { vehicle } : {}),
    ...(issqn ? { issqn: itemIssqnView(issqn) } : {}),
    ...(isUsed ? { isUsed } : {}),
    ...(zfmCreditType ? { zfmCreditType } : {}),
    ...(area
      ? {
          freeTradeArea: {
            application: area.application,
            ...(area.suframaProcess ? { suframaProcess: area.suframaProcess } : {}),
          },
        }
      : {}),
    ...(remark ? { remark } : {}),
    ...(taxOfficeRemark ? { taxOfficeRemark } : {}),
  };
}
