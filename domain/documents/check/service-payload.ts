import { checkTexts } from '../../check-texts.ts';
import { decimalFault, moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, money, round2, sum } from '../../money.ts';
import { serviceRates } from '../../taxation/levels/service-fields.ts';
import type { TextForm } from '../../xml/clean-text.ts';
import { deductedFrom, serviceLinesOf, serviceValue } from '../compute/service-amounts.ts';
import { sumOfItems } from '../compute/value-before-taxes.ts';
import type { ServiceItemInput, ServicePayload } from '../payload.ts';
import type { SiteAddress } from '../service-sale.ts';
import { checkDecimal, checkPrinted, type PrintedText } from './forms.ts';
import { checkApproximateTotal, checkOneTotal } from './declared-ibs-cbs.ts';
import { checkSoldItem } from './item.ts';
import { checkReimbursedSum, reimbursementTexts } from './reimbursements.ts';
import { checkDeductions, checkServiceDetails } from './service-details.ts';

/** Every fault of form of a service that its OpenAPI schema cannot express, and those of its sums. */
export function servicePayloadFaults(payload: ServicePayload): Fault[] {
  const faults = [
    ...checkTexts(payload),
    ...checkPrinted(printedTexts(payload)),
    ...checkItems(payload),
    ...checkServicePrecision(payload),
    ...checkServiceDetails(payload),
    ...checkOneTotal(payload),
  ];
  if (faults.length > 0) return faults;
  const ofDiscounts = checkDiscounts(payload);
  if (ofDiscounts.length > 0) return ofDiscounts;
  const ofSums = [...checkDeductions(payload), ...checkTotal(payload)];
  return ofSums.length > 0 ? ofSums : checkReimbursed(payload);
}

function checkItems({ items, discount, service }: ServicePayload): Fault[] {
  if (items.length === 0 || items.length > 990) {
    return [refusal('items', `Um documento tem de 1 a 990 itens; vieram ${items.length}.`)];
  }
  return [
    ...items.flatMap((item, index) => checkItem(item, `items[${index}]`)),
    ...checkDecimal(discount, moneyForm, 'discount'),
    ...checkDecimal(service?.conditionalDiscount, moneyForm, 'service.conditionalDiscount'),
  ];
}

function checkItem(item: ServiceItemInput, path: string): Fault[] {
  const faults = checkSoldItem(item, path);
  if (faults.length > 0) return faults;
  if (round2(decimal(item.quantity).times(decimal(item.unitValue))).gt(0)) return [];
  return [refusal(`${path}.unitValue`, 'Quantidade vezes valor unitário deve ser maior que zero.')];
}

/** Each discount is less than the service (rules E0431 and E0432); zero counts as none. */
function checkDiscounts({ items, discount, service }: ServicePayload): Fault[] {
  const value = serviceValue(items);
  if (value.gt('9999999999999.99')) {
    return [refusal('items', `O valor do serviço, ${money(value)}, passa de 13 dígitos: divida-o em mais notas.`)];
  }
  const [ofItems, ofDocument] = [sumOfItems(items, { name: 'discount' }), decimal(discount)];
  const faults: Fault[] = [];
  if (!ofItems.isZero() && !ofDocument.isZero() && !ofItems.equals(ofDocument)) {
    const message = `O desconto dos itens soma ${money(ofItems)}, não ${money(ofDocument)}: informe só um dos dois ou o mesmo valor.`;
    faults.push(refusal('discount', message));
  }
  const unconditional = ofItems.isZero() ? ofDocument : ofItems;
  if (unconditional.gte(value)) {
    const message = `O desconto deve ser menor que o valor do serviço, ${money(value)} (rejeição E0431).`;
    faults.push(refusal(ofItems.isZero() ? 'discount' : 'items', message));
  }
  if (decimal(service?.conditionalDiscount).gte(value)) {
    const message = `O desconto condicionado deve ser menor que o valor do serviço, ${money(value)} (rejeição E0432).`;
    faults.push(refusal('service.conditionalDiscount', message));
  }
  return faults;
}

function checkTotal({ items, service }: ServicePayload): Fault[] {
  return service?.approximateTaxes ? checkApproximateTotal(service.approximateTaxes, serviceValue(items)) : [];
}

function checkReimbursed(payload: ServicePayload): Fault[] {
  const { items, service } = payload;
  const reimbursements = service?.ibsCbs?.reimbursements;
  if (!reimbursements?.length) return [];
  const charged = sum(serviceLinesOf(payload).map(({ total, discount }) => total.minus(discount)));
  const left = charged.minus(deductedFrom(charged, service?.deductions));
  return checkReimbursedSum(reimbursements, { service: money(serviceValue(items)), left: money(left) });
}

/** Faults of rates that have more decimals than the layout prints: a JSON number can have any. */
function checkServicePrecision({ items }: ServicePayload): Fault[] {
  return items.flatMap((item, index) =>
    serviceRates.flatMap(({ field }) => {
      const message = item[field] ? decimalFault(item[field], { ...moneyForm, digits: 3 }) : null;
      return message ? [refusal(`items[${index}].${field}`, message)] : [];
    }),
  );
}

const upTo = (most: number): TextForm => ({ least: 1, most });

/** The texts that are printed, with their forms in the layout (XSD 1.01-20260727). */
function printedTexts({ items, additionalInfo, service, replaces }: ServicePayload): PrintedText[] {
  const { works, event, order, deductions, foreignTrade, ibsCbs } = service ?? {};
  return [
    ...items.flatMap((item, index) => itemTexts(item, `items[${index}]`)),
    ['additionalInfo', additionalInfo, upTo(2000)], // TSDescInfCompl
    ['service.works.propertyRegistration', works?.propertyRegistration, upTo(30)],
    ['service.works.code', works?.code, upTo(30)],
    ['service.works.cib', works?.cib, { least: 8, most: 8 }],
    ...siteTexts(works?.address, 'service.works.address'),
    ['service.event.name', event?.name, upTo(255)],
    ['service.event.code', event?.code, upTo(30)],
    ...siteTexts(event?.address, 'service.event.address'),
    ['service.foreignTrade.importDeclaration', foreignTrade?.importDeclaration, upTo(12)],
    ['service.foreignTrade.exportRegistration', foreignTrade?.exportRegistration, upTo(12)],
    ...(deductions?.documents ?? []).flatMap(({ fiscalNumber, otherNumber, description }, index): PrintedText[] => [
      [`service.deductions.documents[${index}].fiscalNumber`, fiscalNumber, upTo(255)],
      [`service.deductions.documents[${index}].otherNumber`, otherNumber, upTo(255)],
      [`service.deductions.documents[${index}].description`, description, upTo(150)],
    ]),
    ['service.ibsCbs.property.propertyRegistration', ibsCbs?.property?.propertyRegistration, upTo(30)],
    ['service.ibsCbs.property.cib', ibsCbs?.property?.cib, { least: 8, most: 8 }],
    ...siteTexts(ibsCbs?.property?.address, 'service.ibsCbs.property.address'),
    ...reimbursementTexts(ibsCbs?.reimbursements),
    ['service.order.number', order?.number, upTo(60)],
    ...(order?.items ?? []).map((text, index): PrintedText => [`service.order.items[${index}]`, text, upTo(60)]),
    ['replaces.description', replaces?.description, { least: 15, most: 255 }],
  ];
}

/** The texts of an item; the DPS prints them in the description and the additional information of the whole service. */
function itemTexts(
  { code, description, serviceDescription, unit, additionalInfo }: ServiceItemInput,
  path: string,
): PrintedText[] {
  return [
    [`${path}.code`, code, upTo(60)],
    [`${path}.description`, description, upTo(2000)],
    [`${path}.serviceDescription`, serviceDescription, upTo(2000)],
    [`${path}.unit`, unit, upTo(6)],
    [`${path}.additionalInfo`, additionalInfo, upTo(2000)],
  ];
}

function siteTexts(site: SiteAddress | null | undefined, path: string): PrintedText[] {
  return [
    [`${path}.street`, site?.street, upTo(255)],
    [`${path}.number`, site?.number, upTo(60)],
    [`${path}.complement`, site?.complement, upTo(156)],
    [`${path}.neighborhood`, site?.neighborhood, upTo(60)],
    [`${path}.city`, site?.city, upTo(60)],
    [`${path}.region`, site?.region, upTo(60)],
  ];
}
