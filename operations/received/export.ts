import type { Readable } from 'node:stream';
import type { ZipMember } from '../../adapters/archives/zip-members.ts';
import { zipOf } from '../../adapters/archives/zip.ts';
import type { Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { inCompany, inOffice } from '../in-company.ts';
import { type ExportPart, filePages } from './export-files.ts';
import { manifestationPages } from './export-manifestations.ts';
import {
  type ExportedMonth,
  exportedMonth,
  exportedMonths,
  type ExportKinds,
  manifestationsFolder,
} from './export-month.ts';
import { portfolioFilePages } from './portfolio-files.ts';

/** What an export contains, counted when it begins; `companyCount` counts companies with something in it. */
export type ExportCounts = { documentCount: number; pendingSummaries: number; companyCount: number };

export type ExportOptions = {
  /** Id of the office whose portfolio has the companies, which are then read together by the office's right; without it each is read by its own. */
  office?: string | undefined;
  /** Runs a piece of work with the database when its turn comes; at once where absent. */
  turn?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Is told how many files were put into the archive. */
  onFiles?: (count: number) => void;
};

type FixedPart = ExportPart & ExportedMonth;

/**
 * A month of received documents as a ZIP, made while it is read. Its content is fixed here; the bytes are read in pages, one page ahead, and no
 * connection is held between two pages. The stream fails where a file cannot be read: what was sent until then is no valid archive.
 *
 * @throws DomainError `no_documents`; `validation_error` where no kind is wanted
 */
export async function openExport(
  orm: Orm,
  parts: ExportPart[],
  month: Month,
  kinds: ExportKinds,
  options: ExportOptions = {},
): Promise<ExportCounts & { content: Readable }> {
  const fixed = await fixedParts(orm, parts, month, kinds, options);
  return { ...countsOf(fixed), content: zipOf(members(orm, fixed, options)) };
}

/** What `openExport` would contain. @throws as `openExport` */
export async function countExport(
  orm: Orm,
  parts: ExportPart[],
  month: Month,
  kinds: ExportKinds,
  options: ExportOptions = {},
): Promise<ExportCounts> {
  return countsOf(await fixedParts(orm, parts, month, kinds, options));
}

/** The file name for a month: `11222333000181-2026-11.zip`. */
export function exportFileName(taxId: string, month: Month): string {
  return `${taxId}-${monthInDigits(month)}.zip`;
}

async function fixedParts(
  orm: Orm,
  parts: ExportPart[],
  month: Month,
  kinds: ExportKinds,
  { turn = atOnce, office }: ExportOptions,
): Promise<FixedPart[]> {
  if (!Object.values(kinds).includes(true)) refuseKinds();
  const fixed: FixedPart[] = [];
  if (office) {
    const companies = parts.map(({ company }) => company);
    const months = await turn(() => inOffice(orm, office, (em) => exportedMonths(em, companies, month, kinds)));
    fixed.push(...parts.flatMap((part, place) => (months[place] ? [{ ...part, ...months[place] }] : [])));
  } else {
    for (const { company, folder } of parts) {
      const own = await turn(() => inCompany(orm, company.id, (em) => exportedMonth(em, company, month, kinds)));
      fixed.push({ company, folder, ...own });
    }
  }
  if (fixed.every(({ documentCount }) => documentCount === 0)) throw nothing(month, countsOf(fixed));
  return fixed;
}

function refuseKinds(): never {
  const [path, message] = ['notes', 'deve ser true quando events e summaries são false'];
  throw new DomainError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] });
}

function nothing(month: Month, { pendingSummaries }: ExportCounts): DomainError {
  const but =
    pendingSummaries > 0 ? `, mas há resumos de NF-e cujo XML completo ainda não chegou (${pendingSummaries})` : '';
  return new DomainError('no_documents', `Não há documentos recebidos para exportar em ${monthInDigits(month)}${but}.`);
}

function countsOf(parts: FixedPart[]): ExportCounts {
  return {
    documentCount: parts.reduce((sum, { documentCount }) => sum + documentCount, 0),
    pendingSummaries: parts.reduce((sum, { pendingSummaries }) => sum + pendingSummaries, 0),
    companyCount: parts.filter(({ documentCount }) => documentCount > 0).length,
  };
}

async function* members(
  orm: Orm,
  parts: FixedPart[],
  options: ExportOptions,
): AsyncGenerator<ZipMember, void, undefined> {
  let done = 0;
  for await (const page of aheadOf(pages(orm, parts, options))) {
    yield* page;
    done += page.length;
    options.onFiles?.(done);
  }
}

async function* pages(
  orm: Orm,
  parts: FixedPart[],
  { turn = atOnce, office }: ExportOptions,
): AsyncGenerator<ZipMember[], void, undefined> {
  const groups = parts.flatMap(({ company, folder, groups }) =>
    groups.map((group) => ({ ...group, company, folder: `${folder}${group.folder}` })),
  );
  const own = parts.map(({ company, folder, manifestations: ids }) => {
    return { company, ids, folder: `${folder}${manifestationsFolder}` };
  });
  const came = office
    ? [portfolioFilePages(orm, office, groups)]
    : groups.map(({ company, ...group }) => filePages(orm, company, group));
  const readings = [...came, manifestationPages(orm, own, office)];
  for (const files of readings) {
    for (;;) {
      const page = await turn(() => files.next());
      if (page.done) break;
      yield page.value;
    }
  }
}

/** The same values, each read while the one before is used. It ends once the read under way has ended. */
async function* aheadOf<Value>(source: AsyncGenerator<Value, void, undefined>): AsyncGenerator<Value, void, undefined> {
  try {
    for (let next = source.next(); ;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      next.catch(() => {}); // A failure is seen when its turn comes, if it comes
      yield value;
    }
  } finally {
    await source.return();
  }
}

const atOnce = <Result>(work: () => Promise<Result>): Promise<Result> => work();
