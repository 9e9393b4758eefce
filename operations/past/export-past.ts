import type { Readable } from 'node:stream';
import { inspectGzip } from '../../adapters/archives/gzip.ts';
import type { ZipMember } from '../../adapters/archives/zip-members.ts';
import { zipOf } from '../../adapters/archives/zip.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { boundsOf, type Month } from '../../domain/month.ts';
import { PastInutilization, PastNote, PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import { inCompany } from '../in-company.ts';
import { pastEventName } from './find-past.ts';

/** A month of a company in one environment. */
export type PastMonth = { company: { id: string }; environment: Environment; month: Month };

const pageSize = 200;
const maxSize = 16 * 1024 * 1024;

/**
 * The files of a month as one archive, each as it came: notes by their day of issue in Brasília time with all their events, and numbers that were
 * inutilized in it. Only one page of files is in memory.
 *
 * @param options.onFiles is told how many files were packed
 * @param options.turn runs each piece of work with the database, where several archives share the connections
 */
export function pastArchive(orm: Orm, of: PastMonth, { onFiles = () => {}, turn = atOnce }: PackedBy = {}): Readable {
  return zipOf(counted(members({ orm, turn }, of), onFiles));
}

type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;
type PackedBy = { onFiles?: (count: number) => void; turn?: Turn };
type Read = { orm: Orm; turn: Turn };

const atOnce: Turn = (work) => work();

async function* counted(
  files: AsyncIterable<ZipMember>,
  onFiles: (count: number) => void,
): AsyncGenerator<ZipMember, void> {
  let count = 0;
  for await (const file of files) {
    yield file;
    onFiles((count += 1));
  }
}

async function* members(read: Read, of: PastMonth): AsyncGenerator<ZipMember, void> {
  for (let after: PastNote | undefined; ;) {
    const { notes, events } = await page(read, of, after);
    for (const note of notes) yield member(nameOf(note), note.issuedAt, note.content);
    for (const { event, note } of events)
      yield member(`eventos/${pastEventName(event, note)}`, event.occurredAt, event.content);
    after = notes.at(-1);
    if (notes.length < pageSize) break;
  }
  yield* ranges(read, of);
}

type WithContent<Row> = Row & { content: Buffer };

async function page(
  { orm, turn }: Read,
  { company, environment, month }: PastMonth,
  after: PastNote | undefined,
): Promise<{ notes: WithContent<PastNote>[]; events: { event: WithContent<PastNoteEvent>; note: PastNote }[] }> {
  const { start, next } = boundsOf(month);
  const behind = after && {
    $or: [{ issuedAt: { $gt: after.issuedAt } }, { issuedAt: after.issuedAt, id: { $gt: after.id } }],
  };
  const read = async (em: EntityManager) => {
    const where = { environment, issuedAt: { $gte: start, $lt: next }, ...behind };
    const order = { orderBy: { issuedAt: 'asc', id: 'asc' }, limit: pageSize } as const;
    const notes = await em.find(PastNote, where, { ...order, populate: ['content'] });
    const byKey = new Map(notes.map((note) => [note.accessKey, note]));
    const of = { accessKey: { $in: [...byKey.keys()] } };
    const events = await em.find(PastNoteEvent, of, {
      orderBy: { occurredAt: 'asc', id: 'asc' },
      populate: ['content'],
    });
    return {
      notes: notes.map(whole),
      events: events.map((event) => ({ event: whole(event), note: byKey.get(event.accessKey)! })),
    };
  };
  return turn(() => inCompany(orm, company.id, read));
}

async function* ranges(
  { orm, turn }: Read,
  { company, environment, month }: PastMonth,
): AsyncGenerator<ZipMember, void> {
  const { start, next } = boundsOf(month);
  const read = (em: EntityManager) => {
    const where = { environment, registeredAt: { $gte: start, $lt: next } };
    return em.find(PastInutilization, where, { orderBy: { registeredAt: 'asc', id: 'asc' }, populate: ['content'] });
  };
  const rows = await turn(() => inCompany(orm, company.id, read));
  for (const { model, series, firstNumber, lastNumber, registeredAt, content } of rows.map(whole)) {
    yield member(
      `inutilizacoes/${model}-${series}-${firstNumber}-${lastNumber}-procInutNFe.xml`,
      registeredAt,
      content,
    );
  }
}

/** A row whose file was loaded, too. */
function whole<Row extends { content?: unknown }>(row: Row): WithContent<Row> {
  if (!Buffer.isBuffer(row.content)) throw new TypeError('a file of the past has no content');
  return Object.assign(row, { content: row.content });
}

function nameOf({ type, accessKey }: PastNote): string {
  return `${type.toLowerCase()}/${accessKey}-${traitsOf[type].files.authorized}`;
}

function member(name: string, modifiedAt: Date, gzip: Buffer): ZipMember {
  const { crc32, size } = inspectGzip(gzip, { maxSize });
  return { name, modifiedAt, gzip, crc32, size };
}
