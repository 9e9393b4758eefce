import { join } from 'node:path';
import { z } from 'zod';
import { type Entry, Queues } from '../distribution/queues.ts';
import { accessKey } from '../identifiers.ts';
import type { Environment } from '../transport/endpoints.ts';
import { Journal, type Place } from './journal.ts';
import {
  type CscRecord,
  type CsrtRecord,
  type EventRecord,
  type InutilizationRecord,
  type LotRecord,
  type NoteRecord,
  type RawRecord,
  type Registration,
  registration,
  type Series,
  type SupplierRecord,
  type TaxpayerRecord,
} from './records.ts';

const document = z.object({ xml: z.string().optional() });

/**
 * What the authority holds: notes, events, inutilized numbers and lots, separate for each environment. Everything is in memory and in the
 * journal; an answer may be sent only after `settled()`.
 */
export class Register {
  readonly #journal: Journal;
  readonly #state: State;

  private constructor(journal: Journal, state: State) {
    this.#journal = journal;
    this.#state = state;
  }

  static async open(folder: string): Promise<Register> {
    const state = new State();
    const journal = await Journal.open(join(folder, 'register.jsonl'), (line, place) => {
      state.keep(registration.parse(JSON.parse(line)), place);
    });
    return new Register(journal, state);
  }

  /** Registers a record in memory at once; `xml` is its document, kept in the journal only. */
  add(record: Registration, xml?: string): void {
    this.#state.keep(record, this.#journal.append({ ...record, ...(xml !== undefined && { xml }) }));
  }

  /** Puts bytes into a taxpayer's queue as they are: a broken entry, or a document that names no taxpayer. */
  addRaw(entry: Omit<RawRecord, 'kind'>, bytes: Buffer): void {
    this.add({ kind: 'raw', ...entry }, bytes.toString('base64'));
  }

  /** The next sequence number for a protocol or receipt. */
  nextSequence(): number {
    this.#state.sequence += 1;
    return this.#state.sequence;
  }

  note(environment: Environment, chNFe: string): NoteRecord | undefined {
    return this.#state.notes.get(`${environment}/${chNFe}`)?.record;
  }

  /** The note that holds a number, whatever its access key. */
  noteNumbered(environment: Environment, series: Series, number: number): NoteRecord | undefined {
    return this.#state.numbers.get(`${seriesKey(environment, series)}/${number}`);
  }

  /** The highest number that a note of a series has, or 0. */
  highestNumber(environment: Environment, series: Series): number {
    return this.#state.highest.get(seriesKey(environment, series)) ?? 0;
  }

  /** The EPEC that holds a number, whether its note followed or not. */
  epecNumbered(environment: Environment, series: Series, number: number): EventRecord | undefined {
    return this.#state.epecs.get(`${seriesKey(environment, series)}/${number}`);
  }

  /** The EPEC of an issuer whose notes have not followed, of both environments, oldest first. */
  pendingEpecs(issuer: string): EventRecord[] {
    return [...this.#state.epecs.values()].filter(
      ({ environment, chNFe }) => accessKey(chNFe)?.issuer === issuer && !this.note(environment, chNFe),
    );
  }

  events(environment: Environment, chNFe: string): readonly EventRecord[] {
    return this.#state.events.get(`${environment}/${chNFe}`) ?? [];
  }

  voided(environment: Environment, series: Series): readonly InutilizationRecord[] {
    return this.#state.voided.get(seriesKey(environment, series)) ?? [];
  }

  /** Whether a number was inutilized. */
  isVoided(environment: Environment, series: Series, number: number): boolean {
    return this.voided(environment, series).some(({ first, last }) => first <= number && number <= last);
  }

  /** Every range of numbers that was inutilized, of both environments. */
  allVoided(): InutilizationRecord[] {
    return [...this.#state.voided.values()].flat();
  }

  csc(environment: Environment, issuer: string, id: number): CscRecord | undefined {
    return this.#state.csc.get(`${environment}/${issuer}/${id}`);
  }

  /** Every security code that was given out, of both environments. */
  allCsc(): CscRecord[] {
    return [...this.#state.csc.values()];
  }

  csrt(environment: Environment, responsible: string, id: number): CsrtRecord | undefined {
    return this.#state.csrt.get(`${environment}/${responsible}/${id}`);
  }

  /** Every CSRT (security code of a maker of programs) that was given out, of both environments. */
  allCsrt(): CsrtRecord[] {
    return [...this.#state.csrt.values()];
  }

  lot(environment: Environment, nRec: string): LotRecord | undefined {
    return this.#state.lots.get(`${environment}/${nRec}`);
  }

  /** Every note registered, of both environments, in order. */
  notes(): NoteRecord[] {
    return [...this.#state.notes.values()].map(({ record }) => record);
  }

  /** What the national environment distributes to a CNPJ or CPF, in ascending NSU. */
  distributed(environment: Environment, holder: string): readonly Entry[] {
    return this.#state.queues.of(environment, holder);
  }

  /** The highest NSU of every queue, by environment and CNPJ or CPF (`2/11222333000181`). */
  queueSizes(): Map<string, number> {
    return this.#state.queues.sizes();
  }

  supplier(taxId: string): SupplierRecord | undefined {
    return this.#state.suppliers.get(taxId);
  }

  taxpayer(taxId: string): TaxpayerRecord | undefined {
    return this.#state.taxpayers.get(taxId);
  }

  /** Every CNPJ that was put into the registers, or taken out of them again. */
  taxpayers(): TaxpayerRecord[] {
    return [...this.#state.taxpayers.values()];
  }

  /** The document of a note as it was received. */
  async xmlOf(note: NoteRecord): Promise<string | undefined> {
    const place = this.#state.notes.get(`${note.environment}/${note.chNFe}`)?.place;
    return place && this.textAt(place);
  }

  /** The text that was kept beside a record. */
  async textAt(place: Place): Promise<string | undefined> {
    return document.parse(JSON.parse(await this.#journal.read(place))).xml;
  }

  settled(): Promise<void> {
    return this.#journal.settled();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

class State {
  sequence = 0;
  readonly notes = new Map<string, { record: NoteRecord; place: Place }>();
  readonly numbers = new Map<string, NoteRecord>();
  readonly highest = new Map<string, number>();
  /** EPEC, by the number that they hold. */
  readonly epecs = new Map<string, EventRecord>();
  readonly events = new Map<string, EventRecord[]>();
  readonly voided = new Map<string, InutilizationRecord[]>();
  readonly lots = new Map<string, LotRecord>();
  readonly csc = new Map<string, CscRecord>();
  readonly csrt = new Map<string, CsrtRecord>();
  readonly suppliers = new Map<string, SupplierRecord>();
  readonly taxpayers = new Map<string, TaxpayerRecord>();
  readonly queues = new Queues();

  keep(record: Registration, place: Place): void {
    switch (record.kind) {
      case 'note':
        this.#advance(record.nProt);
        this.#advance(record.nRec);
        this.#keepNote(record, place);
        return;
      case 'event':
        this.#advance(record.nProt);
        this.#keepEvent(record);
        return;
      case 'voided':
        this.#advance(record.nProt);
        append(this.voided, seriesKey(record.environment, record.series), record);
        return;
      case 'lot':
        this.#advance(record.nRec);
        this.lots.set(`${record.environment}/${record.nRec}`, record);
        return;
      case 'csc':
        this.csc.set(`${record.environment}/${record.issuer}/${record.id}`, record);
        return;
      case 'csrt':
        this.csrt.set(`${record.environment}/${record.responsible}/${record.id}`, record);
        return;
      case 'raw':
        this.queues.keepRaw(record, place);
        return;
      case 'taxpayer':
        this.taxpayers.set(record.taxId, record);
        return;
      case 'supplier':
        this.suppliers.set(record.taxId, record);
    }
  }

  #keepEvent(record: EventRecord): void {
    const key = `${record.environment}/${record.chNFe}`;
    const note = this.notes.get(key)?.record;
    if (note) this.queues.keepEvent(record, note, this.events.get(key) ?? []);
    append(this.events, key, record);
    const numbered = record.epec && accessKey(record.chNFe);
    if (numbered) this.epecs.set(`${seriesKey(record.environment, numbered)}/${numbered.number}`, record);
  }

  #keepNote(record: NoteRecord, place: Place): void {
    this.notes.set(`${record.environment}/${record.chNFe}`, { record, place });
    const key = accessKey(record.chNFe);
    if (key) {
      const series = seriesKey(record.environment, key);
      this.numbers.set(`${series}/${key.number}`, record);
      this.highest.set(series, Math.max(this.highest.get(series) ?? 0, key.number));
    }
    this.queues.keepNote(record);
  }

  #advance(issued: string): void {
    this.sequence = Math.max(this.sequence, Number(issued.slice(-10)));
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function seriesKey(environment: Environment, { cUF, issuer, model, series }: Series): string {
  return `${environment}/${cUF}/${issuer}/${model}/${series}`;
}
