import { type Pack, SchemaFamilyMissing } from '../../adapters/schemas/packs.ts';
import { createValidators } from '../../adapters/schemas/validator.ts';
import type { Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import type { Issue } from '../../domain/errors.ts';
import { momentOn } from '../../domain/rehearsal/moved-sale.ts';
import { rehearsalTables } from '../../domain/rehearsal/rates.ts';
import { type ComputedSale, checkedSale, type RehearsedSale } from '../../domain/rehearsal/sale.ts';
import { type RehearsalReport, RehearsalTally } from '../../domain/rehearsal/tally.ts';
import { rehearsalSigner } from '../../domain/rehearsal/xml.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { AuthorityRules } from './authority-rules.ts';
import { rehearsedProducts } from './products.ts';
import type { RehearsalPlan, RehearsalSource } from './rehearse.ts';
import { rehearsedSales } from './sales.ts';

/** A requested rehearsal, the same for every company. */
export type RehearsalRequest = {
  /** The day to rehearse. */
  on: string;
  /** The first instant of the sales that are rehearsed. */
  since: Date;
  /** A rate of CBS for this rehearsal alone. */
  cbs: string | undefined;
};

/** What a rehearsal works with. */
export type RehearsalMeans = {
  orm: Orm;
  actor: Actor;
  rates: LawTables;
  packs: Pack[];
  version: string;
  /** Null where the authority's rules are not checked; `unjudged` then says why. */
  rules: AuthorityRules | null;
  unjudged: string | null;
};

/** A rehearsal that has begun: how many sales it takes, the checked sales page by page, and their totals once all were read. */
export type Rehearsal = {
  count: number;
  sales: () => AsyncGenerator<RehearsedSale[], void, undefined>;
  report: () => RehearsalReport;
};

/** Rehearses one company: its sales since an instant, or its products where there were no sales. */
export async function beginRehearsal(
  { orm, actor, rates, packs, version, rules, unjudged }: RehearsalMeans,
  { id, taxId, name, tradeName, environment, settings }: Company,
  { on, since, cbs: assumed }: RehearsalRequest,
): Promise<Rehearsal> {
  const { tables, cbs } = rehearsalTables(rates, on, assumed);
  const company = { id, taxId, name, tradeName: tradeName ?? null, environment, settings: settings ?? null, actor };
  const isCbsUnknown = cbs.kind === 'UNKNOWN';
  const schemas = schemaChecker(packs, momentOn(on));
  const signer = rehearsalSigner();
  const hasSimplesGroup = schemas.declares('gTribSN');
  const plan: RehearsalPlan = { orm, company, on, tables, isCbsUnknown, version, signer, hasSimplesGroup };
  const ofSales = await rehearsedSales(plan, since);
  const source: RehearsalSource = ofSales.count > 0 ? ofSales : await rehearsedProducts(plan);
  const tally = new RehearsalTally();
  return {
    count: source.count,
    async *sales() {
      for await (const page of source.pages()) {
        const sales = await checkedPage(page, { rules, schemas, at: momentOn(on) });
        for (const sale of sales) tally.add(sale);
        yield sales;
      }
    },
    report: () =>
      tally.report({
        company: { taxId, name, environment },
        on,
        since: source === ofSales ? since.toISOString() : null,
        cbs,
        unjudged,
        unchecked: schemas.missing(),
      }),
  };
}

type SchemaChecker = {
  check(type: DocumentType, xml: string): Issue[];
  /** Whether the schemas of NF-e declare an element. */
  declares(element: string): boolean;
  missing(): string | null;
};

/** Makes the check by the official schemas, as far as packs have them; missing ones are reported once. */
function schemaChecker(packs: Pack[], at: Date): SchemaChecker {
  const validatorOn = createValidators(packs);
  let missing: string | null = null;
  return {
    check(type, xml) {
      const { family, file } = traitsOf[type].schema;
      try {
        return validatorOn(family, at).validate(file, xml);
      } catch (error) {
        if (!(error instanceof SchemaFamilyMissing)) throw error;
        missing = error.message;
        return [];
      }
    },
    declares(element) {
      const { family, file } = traitsOf.NFE.schema;
      try {
        return validatorOn(family, at).declares(file, element);
      } catch (error) {
        if (!(error instanceof SchemaFamilyMissing)) throw error;
        return false;
      }
    },
    missing: () => missing,
  };
}

async function checkedPage(
  page: readonly ComputedSale[],
  { rules, schemas, at }: { rules: AuthorityRules | null; schemas: SchemaChecker; at: Date },
): Promise<RehearsedSale[]> {
  const checked = page.map((sale) => ({
    sale,
    schema: sale.xml === null ? [] : schemas.check(sale.of.type, sale.xml),
  }));
  const asked = checked.flatMap(({ sale: { xml }, schema }) =>
    xml === null || schema.length > 0 ? [] : [{ xml, at }],
  );
  const answers = (rules ? await rules.breaches(asked) : []).values();
  return checked.map(({ sale, schema }) => {
    const isAsked = sale.xml !== null && schema.length === 0;
    return checkedSale(sale, { schema, breaches: isAsked ? (answers.next().value ?? null) : null });
  });
}
