import type { Fault } from '../../faults.ts';
import { printedTextFault, type TextForm } from '../../xml/printed-text.ts';
import type { ServiceItemInput, ServicePayload } from '../payload.ts';
import type { SiteAddress } from '../service-sale.ts';

type Sent = [path: string, text: string | null | undefined, form: TextForm];

const upTo = (most: number): TextForm => ({ least: 1, most });

/** Faults of texts that the layout (XSD 1.01-20260727) refuses as they would be printed: foreign letters, too few or too many of them. */
export function checkServiceTexts(payload: ServicePayload): Fault[] {
  return printedTexts(payload).flatMap(([path, text, form]) => {
    const message = text ? printedTextFault(text, form) : null;
    return message ? [{ code: 'validation_error' as const, path, message }] : [];
  });
}

function printedTexts({ items, additionalInfo, service, replaces }: ServicePayload): Sent[] {
  const { works, event, order, deductions, foreignTrade } = service ?? {};
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
    ...(deductions?.documents ?? []).flatMap(({ fiscalNumber, otherNumber, description }, index): Sent[] => [
      [`service.deductions.documents[${index}].fiscalNumber`, fiscalNumber, upTo(255)],
      [`service.deductions.documents[${index}].otherNumber`, otherNumber, upTo(255)],
      [`service.deductions.documents[${index}].description`, description, upTo(150)],
    ]),
    ['service.order.number', order?.number, upTo(60)],
    ...(order?.items ?? []).map((text, index): Sent => [`service.order.items[${index}]`, text, upTo(60)]),
    ['replaces.description', replaces?.description, { least: 15, most: 255 }],
  ];
}

/** What an item adds to the description and to the additional information of the whole service. */
function itemTexts(
  { code, description, serviceDescription, unit, additionalInfo }: ServiceItemInput,
  path: string,
): Sent[] {
  return [
    [`${path}.code`, code, upTo(60)],
    [`${path}.description`, description, upTo(2000)],
    [`${path}.serviceDescription`, serviceDescription, upTo(2000)],
    [`${path}.unit`, unit, upTo(6)],
    [`${path}.additionalInfo`, additionalInfo, upTo(2000)],
  ];
}

function siteTexts(site: SiteAddress | null | undefined, path: string): Sent[] {
  return [
    [`${path}.street`, site?.street, upTo(255)],
    [`${path}.number`, site?.number, upTo(60)],
    [`${path}.complement`, site?.complement, upTo(156)],
    [`${path}.neighborhood`, site?.neighborhood, upTo(60)],
    [`${path}.city`, site?.city, upTo(60)],
    [`${path}.region`, site?.region, upTo(60)],
  ];
}
