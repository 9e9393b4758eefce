import { join } from 'node:path';
import { z } from 'zod';
import { Journal, type Place } from '../register/journal.ts';
import type { Environment } from '../transport/endpoints.ts';

const environment = z.union([z.literal(1), z.literal(2)]);

const note = z.object({
  kind: z.literal('note'),
  environment,
  chNFSe: z.string(),
  idDps: z.string(),
  nNFSe: z.number(),
  nDFSe: z.number(),
  cStat: z.number(),
  dhProc: z.string(),
  /** CNPJ or CPF of the issuer, and of taker and intermediary where the note names them by one. */
  issuer: z.string(),
  taker: z.string().optional(),
  intermediary: z.string().optional(),
});

const event = z.object({
  kind: z.literal('event'),
  environment,
  chNFSe: z.string(),
  id: z.string(),
  tpEvento: z.string(),
  nSeqEvento: z.number(),
  nDFSe: z.number(),
  dhProc: z.string(),
});

/** What SEFIN records; instants are ISO text with their own offset. */
const nfseRecord = z.discriminatedUnion('kind', [note, event]);
export type NfseRecord = z.infer<typeof nfseRecord>;

/** An NFS-e that was generated. */
export type NfseNote = z.infer<typeof note>;
/** An event that was registered on an NFS-e. */
export type NfseEvent = z.infer<typeof event>;

/** A record with its document, as it was answered. */
export type NfseEntry = { record: NfseRecord; xml: string };

/** Events that end a note, by type, with their names (xDesc). */
const endings: ReadonlyMap<string, string> = new Map([
  ['101101', 'Cancelamento de NFS-e'],
  ['105102', 'Cancelamento de NFS-e por Substituição'],
  ['105104', 'Cancelamento de NFS-e Deferido por Análise Fiscal'],
  ['305101', 'Cancelamento de NFS-e por Ofício'],
]);

/** The name of the event that ended a note; undefined while the note stands. */
export function endingOf(events: readonly NfseEvent[]): string | undefined {
  return events.map(({ tpEvento }) => endings.get(tpEvento)).find((name) => name !== undefined);
}

const line = z.array(z.object({ record: nfseRecord, xml: z.string() }));

/**
 * What SEFIN and ADN hold, separate for each environment. Records are in memory, their documents in the journal only; one line of the
 * journal is one commit. An answer may be sent only after `settled()`.
 */
export class NfseRegister {
  readonly #journal: Journal;
  readonly #state: State;

  private constructor(journal: Journal, state: State) {
    this.#journal = journal;
    this.#state = state;
  }

  static async open(folder: string): Promise<NfseRegister> {
    const state = new State();
    const journal = await Journal.open(join(folder, 'nfse.jsonl'), (text, place) => {
      state.keep(line.parse(JSON.parse(text)), place);
    });
    return new NfseRegister(journal, state);
  }

  /** Registers entries in memory at once; after a crash either all of them are kept, or none. */
  commit(entries: readonly NfseEntry[]): void {
    this.#state.keep(entries, this.#journal.append(entries));
  }

  note(environment: Environment, chNFSe: string): NfseNote | undefined {
    return this.#state.notes.get(`${environment}/${chNFSe}`);
  }

  /** The note that a DPS generated. */
  noteOfDps(environment: Environment, idDps: string): NfseNote | undefined {
    return this.#state.dps.get(`${environment}/${idDps}`);
  }

  /** The events of a note, in order. */
  events(environment: Environment, chNFSe: string): readonly NfseEvent[] {
    return this.#state.events.get(`${environment}/${chNFSe}`) ?? [];
  }

  /** Every note, of both environments, in order. */
  notes(): NfseNote[] {
    return [...this.#state.notes.values()];
  }

  /** The records that ADN distributes to a CNPJ or CPF; the NSU of a record is its position, counted from 1. */
  distributed(environment: Environment, taxId: string): readonly NfseRecord[] {
    return this.#state.distributed.get(`${environment}/${taxId}`) ?? [];
  }

  /** The highest NSU of every queue, by environment and CNPJ or CPF (`2/11222333000181`). */
  queueSizes(): Map<string, number> {
    return new Map([...this.#state.distributed].map(([key, queue]) => [key, queue.length]));
  }

  /** The next number of an issuer's notes (nNFSe). */
  nextNumber(environment: Environment, issuer: string): number {
    return (this.#state.numbers.get(`${environment}/${issuer}`) ?? 0) + 1;
  }

  /** The next number of the documents that SEFIN generates (nDFSe). */
  nextDocument(environment: Environment): number {
    return (this.#state.documents.get(environment) ?? 0) + 1;
  }

  /** The document of a record, as it was answered. */
  async xmlOf(record: NfseRecord): Promise<string> {
    const kept = this.#state.places.get(record);
    if (!kept) throw new TypeError('not a record of this register');
    const entry = line.parse(JSON.parse(await this.#journal.read(kept.place)))[kept.index];
    if (!entry) throw new Error(`the journal has lost ${record.chNFSe}`);
    return entry.xml;
  }

  settled(): Promise<void> {
    return this.#journal.settled();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

class State {
  readonly notes = new Map<string, NfseNote>();
  readonly dps = new Map<string, NfseNote>();
  readonly events = new Map<string, NfseEvent[]>();
  readonly distributed = new Map<string, NfseRecord[]>();
  readonly numbers = new Map<string, number>();
  readonly documents = new Map<Environment, number>();
  readonly places = new Map<NfseRecord, { place: Place; index: number }>();

  keep(entries: readonly NfseEntry[], place: Place): void {
    entries.forEach(({ record }, index) => {
      this.places.set(record, { place, index });
      this.documents.set(record.environment, Math.max(this.documents.get(record.environment) ?? 0, record.nDFSe));
      if (record.kind === 'note') this.#keepNote(record);
      else append(this.events, `${record.environment}/${record.chNFSe}`, record);
      this.#distribute(record);
    });
  }

  #keepNote(note: NfseNote): void {
    this.notes.set(`${note.environment}/${note.chNFSe}`, note);
    this.dps.set(`${note.environment}/${note.idDps}`, note);
    this.numbers.set(`${note.environment}/${note.issuer}`, note.nNFSe);
  }

  /** Adds a record to the queues of issuer, taker and intermediary (Anexo IV, NSU DIST. MUN_CONTRIB). */
  #distribute(record: NfseRecord): void {
    const note = record.kind === 'note' ? record : this.notes.get(`${record.environment}/${record.chNFSe}`);
    const holders = new Set([note?.issuer, note?.taker, note?.intermediary]);
    for (const holder of holders) if (holder) append(this.distributed, `${record.environment}/${holder}`, record);
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
