import { z } from 'zod';
import { type Holidays, holidaysSchema, shippedHolidays } from './rates/holidays.ts';
import {
  type ContingencyStates,
  contingencyStatesSchema,
  shippedContingencyStates,
} from './rates/contingency-states.ts';
import type { Issue } from '../errors.ts';
import { inPortuguese, issuesOf } from '../schema-messages.ts';
import { type BenefitTables, benefitTablesSchema, mergedBenefits, shippedBenefits } from './benefit-tables.ts';
import { type ApproximateTaxes, approximateTaxesSchema } from './rates/approximate-taxes.ts';
import { type DifalTable, difalSchema, shippedDifal } from './rates/difal.ts';
import { type Funds, fundsSchema, shippedFunds } from './rates/fcp.ts';
import { type IbsCbsTable, ibsCbsSchema, shippedIbsCbs } from './rates/ibs-cbs.ts';
import { type InternalRates, internalRatesSchema, shippedInternalRates } from './rates/icms-internal.ts';

/** What laws change, each from a day on: rates, codes, the states' ways in contingency, the days that are no business days. */
export type LawTables = {
  icmsInternal: InternalRates;
  fcp: Funds;
  difal: DifalTable;
  ibsCbs: IbsCbsTable;
  /** Null while the operator gives none: the known table may not be published again. */
  approximateTaxes: ApproximateTaxes | null;
  /** The states' tax benefits: which codes there are, how exempted ICMS is found, who wants retained ICMS-ST. */
  benefits: BenefitTables;
  /** What each state leaves to its issuers while its service is down, and the days on which no deadline ends. */
  contingency: ContingencyStates;
  holidays: Holidays;
};

/** The tables as this version ships them. */
export const shippedLawTables: LawTables = {
  icmsInternal: shippedInternalRates,
  fcp: shippedFunds,
  difal: shippedDifal,
  ibsCbs: shippedIbsCbs,
  approximateTaxes: null,
  benefits: shippedBenefits,
  contingency: shippedContingencyStates,
  holidays: shippedHolidays,
};

/** The tables that an operator may give, in JSON. */
const givenSchema = (given: unknown) =>
  z
    .strictObject({
      icmsInternal: internalRatesSchema(tableOf(given, 'icmsInternal')),
      fcp: fundsSchema,
      difal: difalSchema,
      ibsCbs: ibsCbsSchema,
      approximateTaxes: approximateTaxesSchema,
      benefits: benefitTablesSchema,
      contingency: contingencyStatesSchema,
      holidays: holidaysSchema,
    })
    .partial();

function tableOf(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined;
}

/**
 * The shipped tables with those that an operator gives: a state stands in place of the shipped one, with all of its periods; of the
 * benefits each part of a state stands for itself; every other table is replaced whole.
 *
 * @throws {Error} naming everything that is wrong with them
 */
export function lawTables(given: unknown): LawTables {
  const parsed = givenSchema(given).safeParse(given, { error: inPortuguese });
  if (!parsed.success) throw new Error(`tabelas de alíquotas inválidas: ${z.prettifyError(parsed.error)}`);
  const { icmsInternal, fcp, difal, ibsCbs, approximateTaxes, benefits, contingency, holidays } = parsed.data;
  return {
    icmsInternal: icmsInternal ? over(shippedLawTables.icmsInternal, icmsInternal) : shippedLawTables.icmsInternal,
    fcp: fcp ? over(shippedLawTables.fcp, fcp) : shippedLawTables.fcp,
    difal: difal ?? shippedLawTables.difal,
    ibsCbs: ibsCbs ?? shippedLawTables.ibsCbs,
    approximateTaxes: approximateTaxes ?? shippedLawTables.approximateTaxes,
    benefits: benefits ? mergedBenefits(benefits) : shippedLawTables.benefits,
    contingency: contingency ?? shippedLawTables.contingency,
    holidays: holidays ?? shippedLawTables.holidays,
  };
}

/** Every fault of such tables, in Portuguese. */
export function lawTableFaults(given: unknown): Issue[] {
  const parsed = givenSchema(given).safeParse(given, { error: inPortuguese });
  return parsed.success ? [] : issuesOf(parsed.error);
}

type ByState<Period> = { source: string; states: ReadonlyMap<string, readonly Period[]> };

function over<Period>(shipped: ByState<Period>, { source, states }: ByState<Period>): ByState<Period> {
  return { source, states: new Map([...shipped.states, ...states]) };
}
