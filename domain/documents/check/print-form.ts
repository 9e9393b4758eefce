import { type Fault, refusal } from '../../faults.ts';
import { adjustmentKindOf } from '../../taxation/adjustments.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { GoodsPayload } from '../payload.ts';

/** Faults of `printedAs` that do not depend on the recipient. */
export function checkPrintForm(payload: GoodsPayload): Fault[] {
  const { type, printedAs } = payload;
  if (!printedAs) return [];
  if (type === 'NFCE') {
    return [
      refusal('printedAs', 'A NFC-e sai sempre em cupom: não envie este campo. A largura se pede ao baixar o PDF.'),
    ];
  }
  if (printedAs === 'COUPON') return checkCoupon(payload);
  return printedAs === 'LABEL' ? checkLabel(payload) : [];
}

/** A sticker is for sales to final consumers (Ajuste SINIEF 7/2005, clause 9 § 5º-A; NT 2020.004 v1.10). */
function checkLabel({ operationType, finalConsumer }: GoodsPayload): Fault[] {
  const isSale = operationType !== 'IN' && finalConsumer !== false;
  return isSale ? [] : [refusal('printedAs', forConsumers)];
}

const forConsumers =
  'A etiqueta é só da venda a consumidor final (Ajuste SINIEF 7/2005, cláusula nona, § 5º-A): emita-a em A4.';

/** The fault of a sticker whose recipient is no final consumer, once the operation is known. */
export function checkLabelOf({ printedAs }: GoodsPayload, { finalConsumer, direction }: Operation): Fault[] {
  const isWrong = printedAs === 'LABEL' && direction === 'OUT' && !finalConsumer;
  return isWrong ? [refusal('printedAs', forConsumers)] : [];
}

const mayBePresent = ['1', '4'];

/**
 * Faults of an NF-e that is issued in the place of an NFC-e, with a coupon (tpImp 6): it may have little that an NFC-e has not (NT 2026.002 v1.11, in
 * production since 2026-08-03; Ajuste SINIEF 13/26). Its taxes are checked line by line.
 */
function checkCoupon(payload: GoodsPayload): Fault[] {
  const { operationType, purpose, finalConsumer, presence, movementDateTime, transport } = payload;
  const faults = checkVehicles(transport);
  const refuse = (path: string, message: string) => faults.push(refusal(path, message));
  const only = (what: string, cStat: number) => `A NF-e em cupom ${what} (rejeição ${cStat}): emita-a em A4.`;
  if (operationType === 'IN') refuse('operationType', only('é sempre de saída', 706));
  if ((purpose && purpose !== 'NORMAL') || adjustmentKindOf(payload)) {
    refuse('purpose', only('só tem a finalidade NORMAL', 715));
  }
  if (finalConsumer === false) refuse('finalConsumer', only('é sempre para consumidor final', 716));
  if (presence === '5') {
    // Rule 864 asks for references, which rule 708 refuses.
    refuse(
      'presence',
      'A venda fora da loja (presence 5) se refere à nota da remessa (rejeição 864), e a NF-e em cupom não se refere a notas (rejeição 708): emita-a em A4.',
    );
  } else if (presence && !mayBePresent.includes(presence)) {
    refuse('presence', 'Na NF-e em cupom presence é 1 (presencial) ou 4 (entrega em domicílio) (rejeição 717).');
  }
  if (movementDateTime) {
    refuse('movementDateTime', 'A NF-e em cupom não diz quando a mercadoria sai (rejeição 705): não envie este campo.');
  }
  if (namesNotes(payload)) refuse('referencedDocuments', only('não se refere a outros documentos', 708));
  if (payload.pickup) refuse('pickup', only('não tem local de retirada', 669));
  if (payload.duplicates?.length) {
    refuse(
      'duplicates',
      'A NF-e em cupom não tem parcelas (rejeição 760): diga em payments como ela foi paga, ou emita-a em A4.',
    );
  }
  if (payload.purchaseOrder) refuse('purchaseOrder', only('não tem dados de compra', 762));
  const freight = transport?.freightType ?? 'NO_FREIGHT';
  if (freight !== 'NO_FREIGHT' && presence !== '4') {
    refuse(
      'transport.freightType',
      'A NF-e em cupom só tem frete na entrega em domicílio (rejeição 753): envie presence 4, ou retire o frete.',
    );
  }
  payload.items.forEach(({ vehicle, importTax, returnedIpi }, index) => {
    const path = `items[${index}]`;
    if (vehicle) refuse(`${path}.vehicle`, only('não vende veículos novos', 736));
    if (importTax) refuse(`${path}.importTax`, only('não tem imposto de importação', 743));
    if (returnedIpi) refuse(`${path}.returnedIpi`, only('não devolve tributos', 390));
  });
  return faults;
}

function namesNotes(payload: GoodsPayload): boolean {
  const { referencedDocuments, referencedAccessKey, items } = payload;
  const names = (referencedDocuments ?? []).length > 0 || Boolean(referencedAccessKey);
  return names || items.some(({ referencedItem }) => referencedItem);
}

/** Rules 756 to 759: such a note has no vehicle, trailer, wagon or barge. */
function checkVehicles(transport: GoodsPayload['transport']): Fault[] {
  const { vehiclePlate, trailers, wagon, barge } = transport ?? {};
  const carried = [
    ['vehiclePlate', vehiclePlate, 756],
    ['trailers', trailers?.length, 757],
    ['wagon', wagon, 758],
    ['barge', barge, 759],
  ] as const;
  return carried.flatMap(([name, said, cStat]) => {
    const message = `A NF-e em cupom não diz o veículo (rejeição ${cStat}): não envie este campo, ou emita-a em A4.`;
    return said ? [refusal(`transport.${name}`, message)] : [];
  });
}
