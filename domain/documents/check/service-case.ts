import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refusal } from '../../faults.ts';
import { firstDayInWords, inForce, type LawCalendar } from '../../law-calendar.ts';
import { anythingElse, atSea, isRentalOrIntangible } from '../../service-taxation/service-code.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import type { ServicePayload } from '../payload.ts';
import type { ServicePlace, SiteAddress } from '../service-sale.ts';
import { checkDeclaredIbsCbs } from './declared-ibs-cbs.ts';
import type { ServiceParties } from './service-parties.ts';

/** A service whose taxes are resolved. */
export type ServiceCase = {
  payload: ServicePayload;
  fields: ServiceFields;
  place: ServicePlace;
  parties: ServiceParties;
  issuer: Issuer;
  /** IBGE code of the municipality to which ISSQN is due; null where there are several, none, or it is not known. */
  dueTo: string | null;
  /** Day on which the service began (dCompet, YYYY-MM-DD). */
  competence: string;
  /** First days on which rules of the law are in force; where absent, those that this version ships. */
  calendar?: LawCalendar | undefined;
};

/** Services of construction: they name their works. No other service may, but 99.01.01 (rules E0370 and E0372). */
const ofWorks: ReadonlySet<string> = new Set([
  ...['070201', '070202', '070401', '070501', '070502', '070601', '070602', '070701', '070801', '071701', '071901'],
  ...['141403', '141404'],
]);

/** Faults of a service beside its items, by its code, its place and its parties: what is missing, and what may not be there (Anexo I v1.01). */
export function checkServiceCase(service: ServiceCase): Fault[] {
  const { fields } = service;
  if (!fields.serviceCode) return [];
  return [
    ...checkFirstDay(service, fields.serviceCode),
    ...checkPlace(service, fields.serviceCode),
    ...checkBorder(service),
    ...checkWorks(service, fields.serviceCode),
    ...checkEvent(service, fields.serviceCode),
    ...checkReplaced(service),
    ...checkBenefit(service),
    ...checkDeclaredIbsCbs({ payload: service.payload, fields, place: service.place, taker: service.parties.taker }),
  ];
}

/**
 * The service does not begin after the day of issue (rule E0015), and no document of a deduction is later than the day on which it begins (E0472).
 */
export function checkCompetence({ service }: ServicePayload, competence: string, day: string): Fault[] {
  if (competence > day) {
    const message = `A competência não passa do dia da emissão, ${day} (rejeição E0015); veio ${competence}.`;
    return [refusal('service.competence', message)];
  }
  return (service?.deductions?.documents ?? []).flatMap(({ issueDate }, index) => {
    if (issueDate <= competence) return [];
    const message = `O documento não é posterior à competência, ${competence} (rejeição E0472); veio ${issueDate}.`;
    return [refusal(`service.deductions.documents[${index}].issueDate`, message)];
  });
}

function checkFirstDay({ issuer: { environment }, competence, calendar }: ServiceCase, serviceCode: string): Fault[] {
  if (!isRentalOrIntangible(serviceCode)) return [];
  if (inForce('SERVICES_OUTSIDE_THE_LIST', { environment, date: competence }, calendar)) return [];
  const first = firstDayInWords('SERVICES_OUTSIDE_THE_LIST', environment, calendar);
  const message = `O serviço ${serviceCode} só existe ${first}, pela competência (rejeição E0310); até lá, use 990101.`;
  return [refusal('items[0].serviceCode', message, 'invalid_taxation')];
}

function checkPlace({ place }: ServiceCase, serviceCode: string): Fault[] {
  if (place.municipalityCode !== atSea || serviceCode !== '200101') return [];
  const message = 'O serviço 20.01.01 é prestado em um porto: informe o município dele (rejeição E1402).';
  return [refusal('service.place.municipalityCode', message)];
}

/** Rules E0318, E0330 and E0530: what a service across the border needs. */
function checkBorder({ payload, fields, place, parties }: ServiceCase): Fault[] {
  const { taker, intermediary } = parties;
  const isAbroad = Boolean(place.country) || [taker, intermediary].some((party) => party && party.country !== 'BR');
  const faults: Fault[] = [];
  if (place.country && fields.issTaxation !== '3' && fields.serviceCode !== anythingElse) {
    const message = 'O serviço prestado no exterior é exportação: informe issTaxation 3 (rejeição E0530).';
    faults.push(refusal('items[0].issTaxation', message, 'invalid_taxation'));
  }
  if ((isAbroad || fields.issTaxation === '3') && !payload.service?.foreignTrade) {
    const message = 'Com exportação, ou alguém no exterior, informe os dados de comércio exterior (rejeição E0330).';
    faults.push(refusal('service.foreignTrade', message));
  }
  if (isAbroad && !fields.nbsCode) {
    const message = 'Com alguém ou algo no exterior, informe nbsCode, o código da NBS (rejeição E0318).';
    faults.push(refusal('items[0].nbsCode', message, 'invalid_taxation'));
  }
  return faults;
}

function checkWorks({ payload, place }: ServiceCase, serviceCode: string): Fault[] {
  const works = payload.service?.works;
  const isWanted = ofWorks.has(serviceCode);
  if (isWanted && !works) {
    return [refusal('service.works', `O serviço ${serviceCode} é de obra: informe a obra (rejeição E0370).`)];
  }
  if (works && !isWanted && serviceCode !== anythingElse) {
    return [refusal('service.works', `O serviço ${serviceCode} não é de obra: não envie works (rejeição E0372).`)];
  }
  return checkSite(works?.address, place, 'service.works.address', ['E0384', 'E0386']);
}

function checkEvent({ payload, place }: ServiceCase, serviceCode: string): Fault[] {
  const event = payload.service?.event;
  const isWanted = serviceCode.startsWith('12');
  if (isWanted && !event) {
    const message = `O serviço ${serviceCode} é do item 12: informe o evento (rejeição E0390).`;
    return [refusal('service.event', message)];
  }
  if (event && !isWanted && serviceCode !== anythingElse) {
    const message = `O serviço ${serviceCode} não é do item 12: não envie event (rejeição E0392).`;
    return [refusal('service.event', message)];
  }
  return checkSite(event?.address, place, 'service.event.address', ['E0402', 'E0404']);
}

/**
 * Works and events are in the country where the service is rendered; `notAbroad` and `notHere` are the rejections of an address that is not abroad,
 * or not in Brazil, although the service is.
 */
function checkSite(
  site: SiteAddress | null | undefined,
  { country }: ServicePlace,
  path: string,
  [notAbroad, notHere]: [string, string],
): Fault[] {
  if (!site || Boolean(site.city) === Boolean(country)) return [];
  const message = country
    ? `O serviço é prestado no exterior: o endereço também, com city e region (rejeição ${notAbroad}).`
    : `O serviço é prestado no Brasil: o endereço também, pelo CEP, sem city nem region (rejeição ${notHere}).`;
  return [refusal(path, message)];
}

/** Rule E0541: the first seven digits of a benefit's number are the municipality that granted it (TSNumBeneficioMunicipal). */
function checkBenefit({ fields: { issBenefitCode }, dueTo }: ServiceCase): Fault[] {
  if (!issBenefitCode || !dueTo || issBenefitCode.startsWith(dueTo)) return [];
  const message = `O ISSQN é do município ${dueTo}, e o benefício ${issBenefitCode} é de outro (rejeição E0541).`;
  return [refusal('items[0].issBenefitCode', message, 'invalid_taxation')];
}

/** Rule E0042: the replaced note has the municipality and the provider of the new one (positions 1 to 7 and 10 to 23 of its key). */
function checkReplaced({ payload: { replaces }, issuer }: ServiceCase): Fault[] {
  const key = replaces?.accessKey;
  if (!key) return [];
  const { taxId, settings } = issuer;
  if (key.startsWith(settings.address.municipalityCode) && key.slice(9, 23) === taxId.padStart(14, '0')) return [];
  const message = 'A NFS-e substituída é da própria empresa, no mesmo município (rejeição E0042); a chave é de outra.';
  return [refusal('replaces.accessKey', message)];
}
