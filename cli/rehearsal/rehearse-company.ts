import { SchemaFamilyMissing } from '../../adapters/schemas/packs.ts';
import { createValidators } from '../../adapters/schemas/validator.ts';
import type { Env } from '../../config/env.ts';
import type { Orm } from '../../config/orm.ts';
import { version } from '../../config/version.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import type { Issue } from '../../domain/errors.ts';
import { rehearsalPage } from '../../domain/pages/rehearsal/rehearsal.ts';
import { rehearsalCsvHeading, rehearsalCsvLine } from '../../domain/rehearsal/csv.ts';
import { momentOn } from '../../domain/rehearsal/moved.ts';
import { rehearsalTables } from '../../domain/rehearsal/rates.ts';
import { type ComputedSale, judged, type RehearsedSale } from '../../domain/rehearsal/sale.ts';
import { type RehearsalReport, Tally } from '../../domain/rehearsal/tally.ts';
import { rehearsalSigner } from '../../domain/rehearsal/xml.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { rehearsedProducts } from '../../operations/rehearsal/products.ts';
import type { RehearsalPlan, RehearsalSource } from '../../operations/rehearsal/rehearse.ts';
import { rehearsedSales } from '../../operations/rehearsal/sales.ts';
import { installedPacks } from '../schemas/packs.ts';
import type { ProgressBar } from '../terminal/progress.ts';
import type { Judge } from './judge.ts';
import { writeReport } from './files.ts';

/** What is asked of a rehearsal, for every company alike. */
export type RehearsalOrder = {
  /** The day that is rehearsed. */
  on: string;
  /** The first instant of the sales that are taken. */
  since: Date;
  /** A rate of CBS for the rehearsal alone. */
  cbs: string | undefined;
  /** Folder of the reports. */
  folder: string;
};

/** What a rehearsal works with. */
export type RehearsalParts = {
  orm: Orm;
  env: Pick<Env, 'schemas'>;
  actor: Actor;
  rates: LawTables;
  /** Null where nobody judges, and why. */
  judge: Judge | null;
  unjudged: string | null;
};

/** The report of one company, and where it was written. */
export type WrittenReport = { csv: string; page: string; report: RehearsalReport };

/**
 * Rehearses one company: its sales since an instant, or its products where it had none, and writes the report as it goes.
 *
 * @throws {CommandRefused} `unwritable_file`, `invalid_schema_pack`
 */
export async function rehearseCompany(
  parts: RehearsalParts,
  { id, taxId, name, tradeName, environment, settings }: Company,
  { on, since, cbs: assumed, folder }: RehearsalOrder,
  progress: ProgressBar,
): Promise<WrittenReport> {
  const { orm, actor, rates, judge, unjudged } = parts;
  const { tables, cbs } = rehearsalTables(rates, on, assumed);
  const company = { id, taxId, name, tradeName: tradeName ?? null, environment, settings: settings ?? null, actor };
  const isCbsUnknown = cbs.kind === 'UNKNOWN';
  const schemas = schemaChecker(parts.env, momentOn(on));
  const signer = rehearsalSigner();
  const hasSimplesGroup = schemas.declares('gTribSN');
  const plan: RehearsalPlan = { orm, company, on, tables, isCbsUnknown, version, signer, hasSimplesGroup };
  const ofSales = await rehearsedSales(plan, since);
  const source: RehearsalSource = ofSales.count > 0 ? ofSales : await rehearsedProducts(plan);
  const tally = new Tally();
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield rehearsalCsvHeading();
    let done = 0;
    for await (const page of source.pages()) {
      for (const sale of await judgedPage(page, { judge, schemas, at: momentOn(on) })) {
        tally.add(sale);
        yield rehearsalCsvLine(sale);
      }
      progress.at((done += page.length));
    }
  }
  progress.start(source.count, 0);
  try {
    return await writeReport({ folder, name: `ensaio-${taxId}-${on}` }, lines(), () => {
      const report = tally.report({
        company: { taxId, name, environment },
        on,
        since: source === ofSales ? since.toISOString() : null,
        cbs,
        unjudged,
        unchecked: schemas.missing(),
      });
      return { report, page: rehearsalPage(report) };
    });
  } finally {
    progress.stop();
  }
}

type SchemaChecker = {
  check(type: DocumentType, xml: string): Issue[];
  /** Whether the schemas of NF-e have an element. */
  declares(element: string): boolean;
  missing(): string | null;
};

/** Checks by the official schemas where a pack has them; what is missing is told once. */
function schemaChecker(env: Pick<Env, 'schemas'>, at: Date): SchemaChecker {
  const validatorOn = createValidators(installedPacks(env));
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

async function judgedPage(
  page: readonly ComputedSale[],
  { judge, schemas, at }: { judge: Judge | null; schemas: SchemaChecker; at: Date },
): Promise<RehearsedSale[]> {
  const checked = page.map((sale) => ({
    sale,
    schema: sale.xml === null ? [] : schemas.check(sale.of.type, sale.xml),
  }));
  const asked = checked.flatMap(({ sale: { xml }, schema }) =>
    xml === null || schema.length > 0 ? [] : [{ xml, at }],
  );
  const verdicts = (judge ? await judge.breaches(asked) : []).values();
  return checked.map(({ sale, schema }) => {
    const isAsked = sale.xml !== null && schema.length === 0;
    return judged(sale, { schema, breaches: isAsked ? (verdicts.next().value ?? null) : null });
  });
}
