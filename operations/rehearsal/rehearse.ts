import type { Orm } from '../../config/orm.ts';
import { noteWarnings } from '../../domain/documents/compute/warnings.ts';
import type { DocumentPayload } from '../../domain/documents/payload.ts';
import type { Issue } from '../../domain/errors.ts';
import { runStep } from '../../domain/faults.ts';
import { type RehearsalFigures, figuresOf, withoutCbs } from '../../domain/rehearsal/figures.ts';
import { ownFindings } from '../../domain/rehearsal/findings.ts';
import { momentOn } from '../../domain/rehearsal/moved-sale.ts';
import type { ComputedSale, RehearsalSubject } from '../../domain/rehearsal/sale.ts';
import { rehearsedDps, rehearsedNote } from '../../domain/rehearsal/xml.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import type { ActingCompany } from '../acting.ts';
import type { CheckedSale } from '../documents/check-sale.ts';

/** What is rehearsed with: a day, the tables of that day, and how documents are written. */
export type RehearsalPlan = {
  orm: Orm;
  company: ActingCompany;
  /** YYYY-MM-DD. */
  on: string;
  tables: LawTables;
  /** Whether the rate of CBS in the tables is only a stand-in, so that results that depend on it are left out. */
  isCbsUnknown: boolean;
  version: string;
  signer: Signer;
  /** Whether the schemas of the day have gTribSN (NT 2026.005). */
  hasSimplesGroup: boolean;
};

/** Sales to rehearse: how many there are, and all of them in pages. */
export type RehearsalSource = { count: number; pages: () => AsyncGenerator<ComputedSale[], void, undefined> };

/** How many sales one transaction computes. */
export const salesPerPage = 100;

/** Reads pages by id, each in a transaction of the company. `read` gives a page, and the id after which the next one begins. */
export async function* pagesOf<Sale>(
  read: (after: string) => Promise<{ sales: Sale[]; last: string | null }>,
): AsyncGenerator<Sale[], void, undefined> {
  for (let after = nil; ;) {
    const { sales, last } = await read(after);
    if (last === null) return;
    yield sales;
    after = last;
  }
}

const nil = '00000000-0000-0000-0000-000000000000';

/** What a checked sale would be on the day, with the document as it would be sent. */
export function computedSale(
  of: RehearsalSubject,
  { checked, payload, then }: { checked: CheckedSale; payload: DocumentPayload; then: ComputedSale['then'] },
  plan: Omit<RehearsalPlan, 'orm'>,
): ComputedSale {
  const items = payload.items.map(({ code, description }) => ({ code, description }));
  const sale = { of, items, then };
  const refused = (faults: CheckedSale['check']['faults']): ComputedSale => ({
    ...sale,
    fate: 'REFUSED_HERE',
    findings: ownFindings('LAVRA', faults, items),
    now: null,
    xml: null,
  });
  if (checked.check.kind !== 'issuable') return refused(checked.check.faults);
  const written = runStep(() => writtenSale(checked, of, plan));
  if (written.value === null) return refused(written.faults);
  const { now, warnings, xml } = written.value;
  return { ...sale, fate: 'NOT_JUDGED', findings: ownFindings('WARNING', warnings, items), now, xml };
}

function writtenSale(
  checked: CheckedSale,
  of: RehearsalSubject,
  { on: day, tables, version, signer, isCbsUnknown, hasSimplesGroup }: Omit<RehearsalPlan, 'orm'>,
): { now: RehearsalFigures | null; warnings: Issue[]; xml: string } {
  const identity = { on: momentOn(day), number: of.number ?? 1, version, signer, hasSimplesGroup };
  switch (checked.kind) {
    case 'goods': {
      const note = computedOf(checked.check);
      const warnings = noteWarnings(note, checked.payload, { on: identity.on, rates: tables });
      const isNet = note.items.some(({ netPrice }) => netPrice !== undefined);
      const now = isCbsUnknown ? (isNet ? null : withoutCbs(figuresOf(note))) : figuresOf(note);
      return { now, warnings, xml: rehearsedNote(note, identity) };
    }
    case 'service': {
      const service = computedOf(checked.check);
      return { now: figuresOf(service), warnings: [], xml: rehearsedDps(service, identity) };
    }
  }
}

function computedOf<Computed>(check: { kind: string; computed?: Computed }): Computed {
  if (check.computed === undefined) throw new TypeError('the sale was not computed');
  return check.computed;
}
