import { z } from 'zod';
import type { Issue } from '../errors.ts';
import { portugueseMessages, issuesOf } from '../schema-messages.ts';
import { type BenefitTables, benefitTablesSchema, mergedBenefits, shippedBenefits } from './benefit-tables.ts';
import { type LawCalendar, lawChanges, shippedCalendar } from '../law-calendar.ts';
import { approximateTaxesSchema, type ApproximateTaxTable } from './rates/approximate-taxes.ts';
import {
  type ContingencyStates,
  contingencyStatesSchema,
  type Holidays,
  holidaysSchema,
  shippedContingencyStates,
  shippedHolidays,
} from './rates/contingency.ts';
import { ibsCbsSchema, type IbsCbsTable, shippedIbsCbs } from './rates/ibs-cbs.ts';
import { ipiSchema, type IpiTable, shippedIpi } from './rates/ipi.ts';
import {
  difalSchema,
  type DifalTable,
  type Funds,
  fundsSchema,
  type InternalRates,
  internalRatesSchema,
  shippedDifal,
  shippedFunds,
  shippedInternalRates,
} from './rates/icms.ts';
import { daySchema, lawful, sourceSchema } from './rates/schemas.ts';

const firstDays = z.strictObject({
  homologation: daySchema.nullable(),
  production: daySchema.nullable(),
  law: lawful.law,
  confidence: lawful.confidence,
});

/** A change of the law that an operator gives replaces the shipped one, whole; the others stay. */
const calendarSchema = z
  .strictObject({ source: sourceSchema, changes: z.partialRecord(z.enum(lawChanges), firstDays) })
  .transform(({ source, changes }): LawCalendar => ({ source, changes: { ...shippedCalendar.changes, ...changes } }));

/** Tables of what laws change from a day on: rates, codes, what states allow in contingency, holidays. */
export type LawTables = {
  icmsInternal: InternalRates;
  fcp: Funds;
  difal: DifalTable;
  ibsCbs: IbsCbsTable;
  /** Goods whose IPI is not zero from 2027 on. */
  ipi: IpiTable;
  /** Null unless the operator gives one: the known table may not be published again. */
  approximateTaxes: ApproximateTaxTable | null;
  /** The states' tax benefits: which codes there are, how exempted ICMS is computed, and which states require retained ICMS-ST. */
  benefits: BenefitTables;
  /** What each state allows its issuers while its service is down, and the days on which no deadline ends. */
  contingency: ContingencyStates;
  holidays: Holidays;
  /** The first day of each change of the law. */
  calendar: LawCalendar;
};

/** The tables as this version ships them. */
export const shippedLawTables: LawTables = {
  icmsInternal: shippedInternalRates,
  fcp: shippedFunds,
  difal: shippedDifal,
  ibsCbs: shippedIbsCbs,
  ipi: shippedIpi,
  approximateTaxes: null,
  benefits: shippedBenefits,
  contingency: shippedContingencyStates,
  holidays: shippedHolidays,
  calendar: shippedCalendar,
};

/** The form of the tables that an operator may give, in JSON. */
const givenSchema = (given: unknown) =>
  z
    .strictObject({
      icmsInternal: internalRatesSchema(tableOf(given, 'icmsInternal')),
      fcp: fundsSchema,
      difal: difalSchema,
      ibsCbs: ibsCbsSchema,
      ipi: ipiSchema,
      approximateTaxes: approximateTaxesSchema,
      benefits: benefitTablesSchema,
      contingency: contingencyStatesSchema,
      holidays: holidaysSchema,
      calendar: calendarSchema,
    })
    .partial();

function tableOf(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined;
}

/**
 * The shipped tables, in which those of an operator replace parts: a state of the tables of ICMS and its fund, with all of its periods; a part of a
 * state's benefits; every other table as a whole.
 *
 * @throws {Error} naming everything that is wrong with the given tables
 */
export function lawTables(given: unknown): LawTables {
  const parsed = givenSchema(given).safeParse(given, { error: portugueseMessages });
  if (!parsed.success) throw new Error(`tabelas de alíquotas inválidas: ${z.prettifyError(parsed.error)}`);
  const { icmsInternal, fcp, difal, ibsCbs, ipi, approximateTaxes, benefits, contingency, holidays, calendar } =
    parsed.data;
  return {
    icmsInternal: icmsInternal ? over(shippedLawTables.icmsInternal, icmsInternal) : shippedLawTables.icmsInternal,
    fcp: fcp ? over(shippedLawTables.fcp, fcp) : shippedLawTables.fcp,
    difal: difal ?? shippedLawTables.difal,
    ibsCbs: ibsCbs ?? shippedLawTables.ibsCbs,
    ipi: ipi ?? shippedLawTables.ipi,
    approximateTaxes: approximateTaxes ?? shippedLawTables.approximateTaxes,
    benefits: benefits ? mergedBenefits(benefits) : shippedLawTables.benefits,
    contingency: contingency ?? shippedLawTables.contingency,
    holidays: holidays ?? shippedLawTables.holidays,
    calendar: calendar ?? shippedLawTables.calendar,
  };
}

/** Every fault of tables that an operator gives, in Portuguese. */
export function lawTableFaults(given: unknown): Issue[] {
  const parsed = givenSchema(given).safeParse(given, { error: portugueseMessages });
  return parsed.success ? [] : issuesOf(parsed.error);
}

type ByState<Period> = { source: string; states: ReadonlyMap<string, readonly Period[]> };

function over<Period>(shipped: ByState<Period>, { source, states }: ByState<Period>): ByState<Period> {
  return { source, states: new Map([...shipped.states, ...states]) };
}
