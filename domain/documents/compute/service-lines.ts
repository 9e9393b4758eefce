import type { Fault } from '../../faults.ts';
import {
  type ServiceFault,
  type ServiceFieldName,
  serviceFieldNames,
  type ServiceFields,
  type ServiceTrace,
} from '../../taxation/levels/service-fields.ts';
import { serviceLevelsOf, type ServiceSources } from '../../service-taxation/levels.ts';
import { issRegimeOf, type ServiceRegime } from '../../service-taxation/regime.ts';
import { resolveService, valuesOf } from '../../service-taxation/resolve.ts';
import type { TakerType } from '../../taxation/levels/nfse-sub-rule.ts';
import { type TaxedBy, withSource } from '../../taxation/levels/records.ts';
import type { LawTables } from '../../taxation/law-tables.ts';
import type { ServicePlace } from '../service-sale.ts';

/** One line with its resolved fields. */
export type ResolvedServiceLine = { trace: ServiceTrace; taxedBy: TaxedBy; faults: ServiceFault[] };

/** What a service is resolved with beside its levels. */
export type ServedAs = {
  regime: ServiceRegime;
  place: ServicePlace;
  takerType: TakerType | null;
  competence: string;
  /** Day of issue, as `2026-11-21`. */
  day: string;
  /** The tables of rates in force. */
  rates?: LawTables | undefined;
};

export function resolvedServiceLines(sources: ServiceSources, served: ServedAs): ResolvedServiceLine[] {
  const { place, regime, takerType, competence, day, rates } = served;
  const issRegime = issRegimeOf(regime);
  const country = place.country ?? null;
  return serviceLevelsOf(sources, { takerType, municipalityCode: place.municipalityCode ?? null }).map(
    ({ levels, taxedBy }) => {
      const { trace, faults } = resolveService(levels, { issRegime, country, competence, day, rates });
      return { trace, taxedBy, faults: [...faults, ...missingFields(valuesOf(trace), regime, faults)] };
    },
  );
}

/** Every fault of the lines, each under its path, and saying which record it comes from. */
export function lineFaults(lines: ResolvedServiceLine[]): Fault[] {
  const ofLines = lines.flatMap(({ trace, taxedBy, faults }, index) =>
    faults.map((fault): Fault => {
      const path = `items[${index}].${fault.field}`;
      return { code: 'invalid_taxation', path, message: withSource(fault, trace, taxedBy) };
    }),
  );
  return ofLines.length > 0 ? ofLines : differences(lines);
}

/** What the DPS needs and no level says. */
function missingFields(fields: ServiceFields, regime: ServiceRegime, known: ServiceFault[]): ServiceFault[] {
  const faults: ServiceFault[] = [];
  if (!fields.serviceCode) {
    const message =
      'Informe serviceCode, o código de tributação nacional (cTribNac) de 6 dígitos, no item, no modelo fiscal ou na empresa.';
    faults.push({ field: 'serviceCode', message });
  }
  faults.push(...missingTotal(fields, regime));
  if (fields.ibsCbsSituation && !fields.ibsCbsOperationIndicator) {
    const message = 'Com IBS e CBS, informe ibsCbsOperationIndicator, o código indicador da operação (cIndOp).';
    faults.push({ field: 'ibsCbsOperationIndicator', message });
  }
  if (fields.ibsCbsSituation && !fields.nbsCode) {
    const message = 'Com IBS e CBS, informe nbsCode, o código da NBS (rejeição E0322).';
    faults.push({ field: 'nbsCode', message });
  }
  return faults.filter(({ field }) => !known.some((fault) => fault.field === field));
}

/** Only a MEI may leave the approximate total of taxes out (rules E0712 and E0713). */
function missingTotal(
  { totalSimplesRate, totalFederalRate }: ServiceFields,
  { opSimpNac }: ServiceRegime,
): ServiceFault[] {
  if (opSimpNac === '2' || totalSimplesRate || totalFederalRate) return [];
  const isSimples = opSimpNac === '3';
  const message = isSimples
    ? 'Empresa do Simples Nacional diz o total aproximado dos tributos: informe totalSimplesRate, a alíquota nominal da faixa, ou ' +
      'as três alíquotas (rejeição E0712).'
    : 'Fora do Simples Nacional a NFS-e diz o total aproximado dos tributos: informe totalFederalRate, totalStateRate e ' +
      'totalMunicipalRate (rejeição E0713).';
  return [{ field: isSimples ? 'totalSimplesRate' : 'totalFederalRate', message }];
}

/** A DPS is of one service: what the items resolve to must be the same, but for the words that describe them. */
function differences(lines: ResolvedServiceLine[]): Fault[] {
  const [first, ...others] = lines;
  if (!first) return [];
  return serviceFieldNames.flatMap((name): Fault[] => {
    if (name === 'serviceDescription') return [];
    const at = others.findIndex(({ trace }) => trace[name]?.value !== first.trace[name]?.value);
    const other = others[at];
    if (!other) return [];
    const message =
      `Uma NFS-e é de um só serviço, e ${name} difere: ${inWords(first, name)} no item 1, ${inWords(other, name)} no item ` +
      `${at + 2}. Emita uma NFS-e para cada serviço, ou iguale os itens.`;
    return [{ code: 'invalid_taxation', path: `items[${at + 1}].${name}`, message }];
  });
}

function inWords({ trace }: ResolvedServiceLine, name: ServiceFieldName): string {
  return trace[name]?.value ?? 'nada';
}
