import { type Fault, refusal } from '../../faults.ts';
import { decimal, money, unitPrice } from '../../money.ts';
import { serviceLevelsOf, type ServiceSources } from '../../service-taxation/levels.ts';
import { issRegimeOf, type ServiceRegime } from '../../service-taxation/regime.ts';
import { resolveService, resolvedValues } from '../../service-taxation/resolve.ts';
import type { TaxSource } from '../../taxation/fields.ts';
import type { LawTables } from '../../taxation/law-tables.ts';
import type { TakerType } from '../../taxation/levels/choose-sub-rule.ts';
import { type TaxedBy, withSource } from '../../taxation/levels/records.ts';
import {
  type ServiceFault,
  type ServiceFieldName,
  serviceFieldNames,
  type ServiceFields,
  type ServiceTrace,
} from '../../taxation/levels/service-fields.ts';
import { cleanText } from '../../xml/clean-text.ts';
import type { ComputedServiceItem } from '../computed-service.ts';
import type { ServicePayload } from '../payload.ts';
import type { ServicePlace } from '../service-sale.ts';
import { serviceLinesOf } from './service-amounts.ts';

/** One line with its resolved fields. */
export type ResolvedServiceLine = {
  trace: ServiceTrace;
  taxedBy: TaxedBy;
  faults: ServiceFault[];
  endedContributions: TaxSource | null;
};

/** What the resolution of a service's lines depends on, beside their levels. */
export type ServiceLineContext = {
  regime: ServiceRegime;
  place: ServicePlace;
  takerType: TakerType | null;
  competence: string;
  /** Day of issue, as `2026-11-21`. */
  day: string;
  /** The tables of rates in force. */
  rates?: LawTables | undefined;
  /** Whether the service gives its approximate total of taxes in reais, in place of any rate. */
  isTotalSaid?: boolean;
};

export function resolvedServiceLines(sources: ServiceSources, served: ServiceLineContext): ResolvedServiceLine[] {
  const { place, regime, takerType, competence, day, rates, isTotalSaid = false } = served;
  const issRegime = issRegimeOf(regime);
  const country = place.country ?? null;
  return serviceLevelsOf(sources, { takerType, municipalityCode: place.municipalityCode ?? null }).map(
    ({ levels, taxedBy }) => {
      const resolved = resolveService(levels, { issRegime, country, competence, day, rates });
      const { trace, faults, ...others } = isTotalSaid ? withoutTotalRates(resolved) : resolved;
      const missing = missingFields(resolvedValues(trace), { regime, isTotalSaid }, faults);
      return { trace, taxedBy, ...others, faults: [...faults, ...missing] };
    },
  );
}

const totalRates: ReadonlySet<ServiceFieldName> = new Set([
  ...(['totalFederalRate', 'totalStateRate', 'totalMunicipalRate', 'totalSimplesRate'] as const),
]);

/**
 * The approximate total has one form: where the service gives it in reais, rates from the levels are left out. (Rates of an item itself are faults,
 * `checkOneTotal`.)
 */
function withoutTotalRates<Resolved extends Pick<ResolvedServiceLine, 'trace' | 'faults'>>(line: Resolved): Resolved {
  const trace = { ...line.trace };
  for (const name of totalRates) delete trace[name];
  return { ...line, trace, faults: line.faults.filter(({ field }) => !totalRates.has(field)) };
}

/** Every fault of the lines, each with its path and the record that it comes from. */
export function lineFaults(lines: ResolvedServiceLine[]): Fault[] {
  const ofLines = lines.flatMap(({ trace, taxedBy, faults }, index) =>
    faults.map((fault): Fault => {
      const path = `items[${index}].${fault.field}`;
      return { code: 'invalid_taxation', path, message: withSource(fault, trace, taxedBy) };
    }),
  );
  return ofLines.length > 0 ? ofLines : differences(lines);
}

/** Faults of fields that the DPS needs and no level gives. */
function missingFields(
  fields: ServiceFields,
  { regime, isTotalSaid }: { regime: ServiceRegime; isTotalSaid: boolean },
  known: ServiceFault[],
): ServiceFault[] {
  const faults: ServiceFault[] = [];
  if (!fields.serviceCode) {
    const message =
      'Informe serviceCode, o código de tributação nacional (cTribNac) de 6 dígitos, no item, no modelo fiscal ou na empresa.';
    faults.push({ field: 'serviceCode', message });
  }
  if (!isTotalSaid) faults.push(...missingTotal(fields, regime));
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

/** Only a MEI may leave out the approximate total of taxes (rules E0712 and E0713). */
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

/** A DPS has one service: all items must resolve to the same fields, except the description. */
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
    return [refusal(`items[${at + 1}].${name}`, message, 'invalid_taxation')];
  });
}

function inWords({ trace }: ResolvedServiceLine, name: ServiceFieldName): string {
  return trace[name]?.value ?? 'nada';
}

/** The lines of a service that are kept with the document; the DPS has only their sum. */
export function serviceItemsOf(payload: ServicePayload, lines: ResolvedServiceLine[]): ComputedServiceItem[] {
  const values = serviceLinesOf(payload);
  return payload.items.flatMap((item, index) => {
    const [value, line] = [values[index], lines[index]];
    if (!value || !line) return [];
    return [
      {
        number: index + 1,
        code: item.code,
        description: item.description,
        unit: item.unit ?? null,
        quantity: decimal(item.quantity).toFixed(4),
        unitValue: unitPrice(decimal(item.unitValue)),
        total: money(value.total),
        discount: value.discount.isZero() ? null : money(value.discount),
        additionalInfo: item.additionalInfo ?? null,
        taxation: line.trace,
        taxedBy: line.taxedBy,
        ibsCbs: null,
        ...(line.endedContributions ? { endedContributions: line.endedContributions } : {}),
      },
    ];
  });
}

/** Most characters of xDescServ and xInfComp (TSDesc2000, TSDescInfCompl). */
const atMost = 2000;

/** xDescServ: the description to which all items resolve; else one line for each item, with its resolved description or its own. */
export function descriptionOf({ items }: ServicePayload, lines: ResolvedServiceLine[]): string {
  const resolved = lines.map(({ trace }) => trace.serviceDescription?.value);
  const [first] = resolved;
  if (first && resolved.every((text) => text === first)) return cleanLines(first);
  return items.map(({ description }, index) => cleanText(resolved[index] ?? description)).join('\n');
}

/** xInfComp: the caller's text for the whole service, then those of its items, without line breaks. */
export function serviceInfoOf({ additionalInfo, items }: ServicePayload): string | null {
  const texts = [additionalInfo, ...items.map((item) => item.additionalInfo)].map((text) => cleanText(text ?? ''));
  return texts.filter((text) => text !== '').join(' ') || null;
}

/** Faults of the items' texts that are together too long for the DPS. */
export function textFaults(payload: ServicePayload, lines: ResolvedServiceLine[]): Fault[] {
  const tooLong = (text: string, path: string): Fault[] => {
    const excess = text.length - atMost;
    if (excess <= 0) return [];
    const message = `Juntos, os textos dos itens passam de ${atMost} caracteres: abrevie-os em ${excess}.`;
    return [refusal(path, message)];
  };
  return [
    ...tooLong(descriptionOf(payload, lines), 'items'),
    ...tooLong(serviceInfoOf(payload) ?? '', 'additionalInfo'),
  ];
}

/** In this field the layout keeps line breaks (TSStringComQuebraDeLinha). */
function cleanLines(text: string): string {
  return text.split(/\r?\n/).map(cleanText).join('\n').trim();
}
