import { type DocumentType, traitsOf } from '../../document-types.ts';
import { type Fault, refusal } from '../../faults.ts';
import { serviceFieldNames, type ServiceFieldName } from '../../taxation/levels/service-fields.ts';
import { type TaxFieldName, taxFieldNames } from '../../taxation/fields.ts';
import type { GoodsPayload, ItemInput, ServiceItemInput, ServicePayload } from '../payload.ts';

/** These types hold every field that only one kind of document has: a new such field does not compile until it has a row below. */
type OfGoods = Exclude<keyof GoodsPayload, keyof ServicePayload>;
type OfServices = Exclude<keyof ServicePayload, keyof GoodsPayload>;
type OfGoodsItems = Exclude<keyof ItemInput, keyof ServiceItemInput | TaxFieldName>;
type OfServiceItems = Exclude<keyof ServiceItemInput, keyof ItemInput | ServiceFieldName>;

const taxesOfServices: ReadonlySet<string> = new Set(serviceFieldNames);
const taxesOfGoods: ReadonlySet<string> = new Set(taxFieldNames);

/** The fields that only notes of goods have, of the document and of its items. A field that is neither here nor in `services` belongs to both. */
const goods = {
  document: names<OfGoods>({
    payments: true,
    duplicates: true,
    transport: true,
    insurance: true,
    otherCosts: true,
    withheldTaxes: true,
    sugarCane: true,
    issqn: true,
    purpose: true,
    operationType: true,
    referencedDocuments: true,
    advancePayments: true,
    rtcCreditType: true,
    rtcDebitType: true,
    referencedAccessKey: true,
    presence: true,
    printedAs: true,
    finalConsumer: true,
    movementDateTime: true,
    expectedDeliveryDate: true,
    delivery: true,
    pickup: true,
    export: true,
    purchaseOrder: true,
    marketplace: true,
    governmentPurchase: true,
    authorizedTaxIds: true,
    remarks: true,
    taxOfficeRemarks: true,
    taxOfficeInfo: true,
    legalProcesses: true,
    pesticidePrescriptions: true,
    transitPermit: true,
  }),
  item: [
    ...names<OfGoodsItems>({
      gtin: true,
      priceIncludes: true,
      freight: true,
      insurance: true,
      otherCosts: true,
      adjustment: true,
      creditReversal: true,
      zfmPresumedCredit: true,
      operationPresumedCredit: true,
      freeTradeArea: true,
      zfmCreditType: true,
      referencedItem: true,
      approximateTaxes: true,
      icmsExemptedValue: true,
      icmsStExemptedValue: true,
      presumedCreditValue: true,
      furtherPresumedCredits: true,
      icmsStBase: true,
      icmsStUnitPrice: true,
      ipiUnitRate: true,
      pisUnitRate: true,
      cofinsUnitRate: true,
      icmsPartition: true,
      destinationSt: true,
      pisSt: true,
      cofinsSt: true,
      retainedSt: true,
      effectiveIcms: true,
      returnedIpi: true,
      donation: true,
      vehicle: true,
      issqn: true,
      isUsed: true,
      fuel: true,
      taxUnit: true,
      taxQuantity: true,
      drawbacks: true,
      indirectExport: true,
      importDeclarations: true,
      importTax: true,
      purchaseOrder: true,
      medicine: true,
      lots: true,
      remark: true,
      taxOfficeRemark: true,
    }),
    ...taxFieldNames.filter((name) => !taxesOfServices.has(name)),
  ],
};
const services = {
  document: names<OfServices>({ service: true, replaces: true }),
  item: [...names<OfServiceItems>({}), ...serviceFieldNames.filter((name) => !taxesOfGoods.has(name))],
};

/** For each type, the fields that it does not have, and in Portuguese the documents that have them (`whose`). */
const foreign = {
  NFE: { ...services, whose: 'NFS-e' },
  NFCE: { ...services, whose: 'NFS-e' },
  NFSE: { ...goods, whose: 'NF-e e NFC-e' },
} satisfies Record<DocumentType, { document: string[]; item: string[]; whose: string }>;

/** Faults of fields that documents of the type do not have. `body` is that of a creation. */
export function fieldsOfOtherTypes(body: { type: DocumentType; items: object[] }): Fault[] {
  const { document, item, whose } = foreign[body.type];
  const message = `Este campo é de ${whose}: não o envie em uma ${traitsOf[body.type].title}.`;
  const faults = (paths: string[]): Fault[] => paths.map((path) => refusal(path, message));
  return [
    ...faults(sent(body, document)),
    ...body.items.flatMap((each, index) => faults(sent(each, item).map((name) => `items[${index}].${name}`))),
  ];
}

/** The fields that were sent: absent, null and empty text count as not sent. */
function sent(source: object, fields: string[]): string[] {
  const values = new Map<string, unknown>(Object.entries(source));
  return fields.filter((name) => (values.get(name) ?? '') !== '');
}

function names<Name extends string>(rows: Record<Name, true>): string[] {
  return Object.keys(rows);
}
