import type { Readable } from 'node:stream';
import type { StreamedMember, ZipMember } from '../../adapters/archives/zip-members.ts';
import { zipOf } from '../../adapters/archives/zip.ts';
import { laneOf } from '../../domain/closings/board.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { PersonOfOffice } from '../acting.ts';
import { inPortfolio } from '../in-company.ts';
import { portfolioCompanies } from '../offices/chosen-companies.ts';
import { readZip } from './closing-download.ts';
import { monthBoard } from './hindrances.ts';
import type { ClosingParts } from './store.ts';

/** One archive of the ZIPs of many companies' closings of a month, as a stream, and how many ZIPs it has. */
export type MonthArchive = { content: Readable; name: string; count: number };

/**
 * The ZIPs of every company whose month is ready, in one archive that is made while it is sent: only one chunk of one ZIP is in memory. The last
 * file is `SHA256SUMS` with the hash of each ZIP, and the first one says how to check them.
 *
 * A company whose link ends meanwhile is left out from there on.
 *
 * @throws DomainError `closing_not_ready` where no month is ready
 */
export async function openMonthArchive(
  parts: ClosingParts,
  office: PersonOfOffice,
  month: Month,
): Promise<MonthArchive> {
  const closings = await inPortfolio(parts.orm, office, (em) => readyClosings(em, month));
  if (closings.length === 0) {
    const message =
      'Nenhuma empresa tem o mês pronto para baixar. Feche o mês primeiro, e volte quando houver prontas.';
    throw new DomainError('closing_not_ready', message);
  }
  const name = `${office.taxId}-fechamentos-${monthInDigits(month)}.zip`;
  return { content: zipOf(membersOf(parts, office, closings)), name, count: closings.length };
}

/** The newest ready closing of each company, by name. `em` sees a person's part of an office. */
async function readyClosings(em: EntityManager, month: Month): Promise<Closing[]> {
  const ready = (await monthBoard(em, month, new Date())).filter((company) => laneOf(company) === 'READY');
  const ids = ready.flatMap(({ closing }) => (closing && !closing.deletedAt ? [closing.id] : []));
  const found = new Map((await em.find(Closing, { id: { $in: ids } })).map((closing) => [closing.id, closing]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function* membersOf(
  { orm, blobs }: ClosingParts,
  office: PersonOfOffice,
  closings: Closing[],
): AsyncGenerator<ZipMember | StreamedMember, void, undefined> {
  const modifiedAt = new Date();
  yield { name: 'LEIA-ME.txt', modifiedAt, content: Buffer.from(instructions) };
  const sums: string[] = [];
  for (const { company, fileName, blobKey, sha256, asOf } of closings) {
    const [hers] = await inPortfolio(orm, office, (em) => portfolioCompanies(em, [company], 1));
    if (!hers) continue;
    sums.push(`${sha256 ?? ''}  ${fileName}\n`);
    const stream = () => readZip({ blobs }, { blobKey });
    yield { name: fileName, modifiedAt: asOf ?? modifiedAt, stream, isPacked: true };
  }
  yield { name: 'SHA256SUMS', modifiedAt, content: Buffer.from(sums.join('')) };
}

const instructions = `Cada ZIP desta pasta é o mês de uma empresa. Extraia esta pasta, e deixe os ZIPs de dentro como estão.

O que cada um traz: os XML das notas autorizadas e canceladas, seus eventos e inutilizações, os PDFs, e o manifesto
(manifesto.csv para planilhas, fechamento.pdf para ler), que diz tudo o que deve estar ali, e o que falta da numeração.

Para conferir que chegaram inteiros, como saíram do Lavra:

  sha256sum --check SHA256SUMS             (Linux)
  shasum -a 256 --check SHA256SUMS         (macOS)
  certutil -hashfile <arquivo>.zip SHA256  (Windows; compare com a linha do arquivo em SHA256SUMS)

Para conferir que nada falta do mês, e que as assinaturas valem, sem internet:

  lavra closings verify <arquivo>.zip --sha256 <a linha do arquivo em SHA256SUMS>
`;
