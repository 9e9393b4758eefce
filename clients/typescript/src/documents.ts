import type { Calls } from './calls.ts';
import { changes, type Changes, type Since } from './changes.ts';
import type {
  ActionResult,
  CancellationRequest,
  DocumentPreview,
  EmissionRequest,
  EmissionStarted,
  FiscalDocument,
  FiscalDocumentChanges,
  FiscalDocumentCreated,
  FiscalDocumentCreation,
  FiscalDocumentDetail,
  FiscalDocumentList,
  operations,
  RemovalResult,
} from './contract.ts';
import { LavraError } from './error.ts';
import type { List } from './listing.ts';
import { pause } from './pause.ts';

export type DocumentFilters = Omit<
  NonNullable<operations['listFiscalDocuments']['parameters']['query']>,
  'changedSince' | 'cursor'
>;

/** What a document is printed on, and which copy of a coupon. */
export type Printing = Omit<NonNullable<operations['getFiscalDocumentDanfe']['parameters']['query']>, 'download'>;

/** What every call takes besides. */
export type CallOptions = {
  /** Ends the call, its retries and pauses included. */
  signal?: AbortSignal;
};
export type CreateOptions = CallOptions & {
  /**
   * 1 to 100 letters, digits and `_ . : -`. Give one that is made of your own sale, and a sale is never issued twice, also when your
   * process ends in between; without it one is made, which makes the retries of this call safe.
   */
  idempotencyKey?: string;
};

/** A list of documents: what was removed is told of in `changes` alone. */
export type DocumentListing = AsyncIterable<FiscalDocument> & {
  /** @param number from 1 */
  page(number?: number): Promise<FiscalDocumentList & { data: FiscalDocument[] }>;
};

export type Documents = {
  /** Creates a document; with `emit: true` it is sent to the tax authority at once. */
  create(sale: FiscalDocumentCreation, options?: CreateOptions): Promise<FiscalDocumentCreated>;
  /** The whole document as an emission would compute it now. Nothing is created. */
  preview(sale: FiscalDocumentCreation, options?: CallOptions): Promise<DocumentPreview>;
  get(id: string, options?: CallOptions): Promise<FiscalDocumentDetail>;
  /** Newest first. Production only, unless `environment` is given. */
  list(filters?: DocumentFilters, options?: CallOptions): DocumentListing;
  /** Pages of what changed and of what was removed, to keep a copy of all documents up to date: store each with its `cursor`, and begin there the next time. */
  changes(since: Since, options?: CallOptions): Changes;
  /** Changes a draft or a rejected document. */
  update(id: string, changes: FiscalDocumentChanges, options?: CallOptions): Promise<FiscalDocumentDetail>;
  /** Removes a draft or a rejected document without a number. */
  remove(id: string, options?: CallOptions): Promise<RemovalResult>;
  emit(id: string, moment?: EmissionRequest, options?: CallOptions): Promise<EmissionStarted>;
  cancel(id: string, cancellation: CancellationRequest, options?: CallOptions): Promise<ActionResult>;
  /** The XML as the authority authorized it, byte for byte. */
  xml(id: string, options?: CallOptions): Promise<Uint8Array>;
  /** The PDF that belongs to the type: DANFE, coupon or DANFSe; on another paper where it is asked for. */
  danfe(id: string, options?: CallOptions & Printing): Promise<Uint8Array>;
  /**
   * Reads the document until the authority has decided about it.
   *
   * @returns the document, as AUTHORIZED or REJECTED, or whatever else it has become
   * @throws LavraError `still_processing` after `timeoutSeconds`: Lavra goes on by itself; the message says what it waits for
   */
  waitFor(document: { id: string } | string, options?: CallOptions & Partial<Patience>): Promise<FiscalDocumentDetail>;
};

export function documents(calls: Calls, list: List): Documents {
  const at = (id: string) => ({ params: { path: { id } } });
  return {
    create: (sale, { idempotencyKey = crypto.randomUUID(), ...options } = {}) =>
      calls.post('/v1/fiscal-documents', {
        params: { header: { 'Idempotency-Key': idempotencyKey } },
        body: sale,
        ...options,
      }),
    preview: (sale, options) => calls.post('/v1/fiscal-documents/preview', { body: sale, ...options }),
    get: (id, options) => calls.get('/v1/fiscal-documents/{id}', { ...at(id), ...options }),
    list: (query = {}, options = {}) =>
      list('/v1/fiscal-documents', { params: { query }, ...options }) as DocumentListing,
    changes: (since, options = {}) =>
      changes((query) => calls.get('/v1/fiscal-documents', { params: { query }, ...options }), since),
    update: (id, body, options) => calls.patch('/v1/fiscal-documents/{id}', { ...at(id), body, ...options }),
    remove: (id, options) => calls.delete('/v1/fiscal-documents/{id}', { ...at(id), ...options }),
    emit: (id, body, options) =>
      calls.post('/v1/fiscal-documents/{id}/emit', { ...at(id), ...(body ? { body } : {}), ...options }),
    cancel: (id, body, options) => calls.post('/v1/fiscal-documents/{id}/cancel', { ...at(id), body, ...options }),
    xml: async (id, options) =>
      new Uint8Array(
        await calls.get('/v1/fiscal-documents/{id}/xml', { ...at(id), ...options, parseAs: 'arrayBuffer' }),
      ),
    danfe: async (id, { paper, copy, ...options } = {}) => {
      const query = { ...(paper ? { paper } : {}), ...(copy ? { copy } : {}) };
      const asked = { params: { path: { id }, query }, ...options, parseAs: 'arrayBuffer' } as const;
      return new Uint8Array(await calls.get('/v1/fiscal-documents/{id}/danfe', asked));
    },
    waitFor: (document, { signal, ...patience } = {}) => {
      const id = typeof document === 'string' ? document : document.id;
      const options = signal ? { signal } : {};
      return untilDecided(() => calls.get('/v1/fiscal-documents/{id}', { ...at(id), ...options }), patience, signal);
    },
  };
}

/** How long a decision is waited for. */
type Patience = {
  /** After this time without a decision it is an error; 120 unless given. */
  timeoutSeconds: number;
};

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Reads a document until it is not under way any more, ever more seldom. */
async function untilDecided(
  read: () => Promise<FiscalDocumentDetail>,
  { timeoutSeconds = 120 }: Partial<Patience>,
  signal?: AbortSignal,
): Promise<FiscalDocumentDetail> {
  const end = Date.now() + timeoutSeconds * 1000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const document = await read();
    if (document.status !== 'PROCESSING') return document;
    if (Date.now() + pauseMs > end) throw stillProcessing(document, timeoutSeconds);
    await pause(pauseMs, signal);
  }
}

function stillProcessing({ id, waiting }: FiscalDocumentDetail, seconds: number): LavraError {
  const reason = waiting ? ` Espera: ${waiting.reason}` : '';
  return new LavraError(
    'still_processing',
    `O documento ${id} ainda está em processamento após ${seconds} s.${reason}`,
  );
}
