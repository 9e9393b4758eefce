import type { ClientSnapshot } from '../../clients/client-input.ts';
import { type Issuer, serviceRegimeOf } from '../../companies/settings.ts';
import { type Fault, mergeFaults, refuseAny } from '../../faults.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { decimal, money, sum } from '../../money.ts';
import { issRegimeOf, regimeOfService, type ServiceRegime } from '../../service-taxation/regime.ts';
import { resolvedValues } from '../../service-taxation/resolve.ts';
import { isDueAtPlace, isDueAtTaker, municipalityOfIncidence } from '../../service-taxation/service-code.ts';
import type { LawTables } from '../../taxation/law-tables.ts';
import type { ServiceRecords } from '../../taxation/levels/records.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import { checkCompetence, checkServiceCase } from '../check/service-case.ts';
import { reimbursedBy } from '../check/reimbursements.ts';
import { checkParties, checkPartyAddresses, checkWithholder, type ServiceParties } from '../check/service-parties.ts';
import { servicePayloadFaults } from '../check/service-payload.ts';
import { checkFederalOfPerson, checkRegime, checkServiceSums } from '../check/service-taxes.ts';
import type { ComputedService } from '../computed-service.ts';
import type { ServicePayload } from '../payload.ts';
import type { ServicePlace } from '../service-sale.ts';
import { deductedFrom, serviceAmountsOf, serviceLinesOf, serviceValue } from './service-amounts.ts';
import {
  serviceInfoOf,
  descriptionOf,
  lineFaults,
  resolvedServiceLines,
  serviceItemsOf,
  textFaults,
} from './service-lines.ts';

export type ServiceInput = {
  issuer: Issuer;
  client: ClientSnapshot;
  payload: ServicePayload;
  /** The kept records that the payload names; absent where it names none. */
  records?: ServiceRecords;
  /** The tables of rates in force; when absent, those that this version ships. */
  rates?: LawTables;
  /** Moment of issue; the service is checked as of its day by the issuer's clock. */
  on: Date;
};

/**
 * Computes the whole service: fields resolved with their sources, parties, amounts, texts. Faults that were found `before` are reported together with
 * new ones.
 *
 * @throws DomainError with every fault in `issues` and the code of the gravest: form (`validation_error`), then `invalid_taxation`; then, without
 *   those, sums that the authority refuses
 */
export function computeService(input: ServiceInput, before: Fault[] = []): ComputedService {
  const { issuer, payload, records, rates } = input;
  const { service = null } = payload;
  const { serviceDefaults: company = {}, address } = issuer.settings;
  const faults = mergeFaults(before, servicePayloadFaults(payload));
  const parties = partiesOf(input);
  const day = fiscalDay(input.on, address.state);
  const competence = service?.competence ?? day;
  const place = placeOf(input);
  const kept = serviceRegimeOf(issuer.settings);
  const isTotalSaid = Boolean(service?.approximateTaxes);
  const served = { regime: kept, place, takerType: parties.taker?.type ?? null, competence, day, rates, isTotalSaid };
  const lines = resolvedServiceLines({ items: payload.items, records, company }, served);
  const fields = resolvedValues(lines[0]?.trace ?? {});
  const dueTo = dueMunicipality(fields, { issuer, place, taker: parties.taker });
  const isDueAtHome = dueTo === address.municipalityCode;
  const regime = regimeOfService(kept, { issTaxation: fields.issTaxation ?? '1', isDueAtHome });
  const found: Fault[] = [
    ...checkPartyAddresses(parties),
    ...checkParties(parties, issuer),
    ...checkCompetence(payload, competence, day),
    ...lineFaults(lines),
    ...checkWithholder(parties, fields),
    ...checkRegime(payload, fields, regime),
    ...checkFederalOfPerson(fields, issuer.taxId),
    ...checkServiceCase({ payload, fields, place, parties, issuer, dueTo, competence, calendar: rates?.calendar }),
    ...textFaults(payload, lines),
  ];
  refuseAny(mergeFaults(faults, found));

  const taxed = regime.regEspTrib === '0' ? fields : without(fields, 'issRate');
  const amounts = serviceAmountsOf(valuesFrom(payload), taxed, regime);
  refuseAny(checkServiceSums(amounts, taxed));
  return {
    model: null,
    issuer,
    taker: parties.taker,
    regime,
    place,
    competence,
    fields: declaredFields(taxed, {
      isRateDeclared: isRateDeclared(regime, isDueAtHome),
      isResultDeclared: isResultDeclared(taxed, { place, taker: parties.taker }),
    }),
    description: descriptionOf(payload, lines),
    items: serviceItemsOf(payload, lines),
    amounts,
    foreignTrade: service?.foreignTrade ?? null,
    works: service?.works ?? null,
    event: service?.event ?? null,
    deductions: service?.deductions ?? null,
    intermediary: parties.intermediary,
    order: service?.order ?? null,
    ...(service?.ibsCbs ? { ibsCbs: service.ibsCbs } : {}),
    ...(service?.approximateTaxes ? { approximateTaxes: service.approximateTaxes } : {}),
    replaces: payload.replaces ?? null,
    additionalInfo: serviceInfoOf(payload),
  };
}

/**
 * The total of a new service, two decimals: what the taker is charged before anything is withheld. Faults of taxes that cannot be resolved yet are
 * left to emission.
 *
 * @throws DomainError with faults of form, parties and sums
 */
export function expectedServiceTotal({
  issuer,
  ...draft
}: Omit<ServiceInput, 'issuer'> & { issuer: Issuer | null }): string {
  const { payload } = draft;
  refuseAny([...servicePayloadFaults(payload), ...checkParties(partiesOf(draft), issuer)]);
  return money(valuesFrom(payload).charged);
}

function partiesOf({ client, payload }: Pick<ServiceInput, 'client' | 'payload'>): ServiceParties & {
  taker: ClientSnapshot | null;
} {
  return { taker: takerOf(client), intermediary: payload.service?.intermediary ?? null };
}

function placeOf({ payload, issuer }: ServiceInput): ServicePlace {
  const place = payload.service?.place;
  if (place?.country) return { country: place.country.toUpperCase() };
  return { municipalityCode: place?.municipalityCode ?? issuer.settings.address.municipalityCode };
}

type Whereabouts = { issuer: Issuer; place: ServicePlace; taker: ClientSnapshot | null };

function dueMunicipality({ serviceCode }: ServiceFields, { issuer, place, taker }: Whereabouts): string | null {
  const home = issuer.settings.address.municipalityCode;
  const takersOwn = taker?.country === 'BR' ? (taker.address?.municipalityCode ?? null) : null;
  const served = { issuer: home, place: place.municipalityCode ?? null, taker: takersOwn };
  return municipalityOfIncidence(serviceCode ?? '', served);
}

/**
 * Whether the DPS declares the rate of ISSQN. The issuer's municipality takes part in the national system, or the issuer could not issue there
 * (E0038), and gives its rates itself (E0617, E0635). The issuer declares the rate only where it collects ISSQN by Simples and another withholds it
 * (E0621), or where ISSQN is due elsewhere.
 */
function isRateDeclared(regime: ServiceRegime, isDueAtHome: boolean): boolean {
  return issRegimeOf(regime) === 'SIMPLES' || !isDueAtHome;
}

/**
 * Whether an export declares the country of its result: it does where the service is rendered in Brazil, and its ISSQN would be due to the issuer's
 * municipality, or to that of a taker who lives abroad (E0590 and E0591).
 */
function isResultDeclared({ serviceCode }: ServiceFields, { place, taker }: Omit<Whereabouts, 'issuer'>): boolean {
  if (place.country || isDueAtPlace(serviceCode ?? '')) return false;
  return !isDueAtTaker(serviceCode ?? '') || !(taker?.country === 'BR' && taker.address);
}

function declaredFields(
  fields: ServiceFields,
  { isRateDeclared, isResultDeclared }: { isRateDeclared: boolean; isResultDeclared: boolean },
): ServiceFields {
  const rated = isRateDeclared ? fields : without(fields, 'issRate');
  return isResultDeclared ? rated : without(rated, 'issResultCountry');
}

function valuesFrom(payload: ServicePayload) {
  const { service } = payload;
  const value = serviceValue(payload.items);
  const charged = value.minus(sum(serviceLinesOf(payload).map(({ discount }) => discount)));
  const conditionalDiscount = decimal(service?.conditionalDiscount);
  return {
    service: value,
    charged,
    conditionalDiscount,
    deductions: deductedFrom(charged, service?.deductions),
    reimbursed: reimbursedBy(service?.ibsCbs?.reimbursements),
  };
}

function without(fields: ServiceFields, name: keyof ServiceFields): ServiceFields {
  const kept = { ...fields };
  delete kept[name];
  return kept;
}

/** The client as taker of an NFS-e: null where it has no document, unless it is from abroad (cNaoNIF). */
function takerOf(client: ClientSnapshot): ClientSnapshot | null {
  return client.document === '' && client.type !== 'FOREIGN' ? null : client;
}
