import type { Dispatcher } from 'undici';
import { wireReasonOf, type ExchangeStage, WireFault } from './wire-fault.ts';

export type RawAnswer = { status: number; body: Buffer };

type Limits = { deadline: AbortSignal; cancellation?: AbortSignal | undefined; maxAnswerBytes: number };

/**
 * Sends one request and reads its whole answer.
 *
 * @throws WireFault, which says whether anything of the request was written
 */
export function httpExchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: Limits,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    new Exchange(String(request.origin), limits, resolve, reject).start(pool, request);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  #stage: ExchangeStage = 'waiting';
  #fault: WireFault | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #host: string;
  readonly #limits: Limits;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (fault: WireFault) => void;

  constructor(
    origin: string,
    limits: Limits,
    resolve: (answer: RawAnswer) => void,
    reject: (fault: WireFault) => void,
  ) {
    this.#host = new URL(origin).host;
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(pool: Dispatcher, request: Dispatcher.DispatchOptions): void {
    const { deadline, cancellation } = this.#limits;
    deadline.addEventListener('abort', this.#onDeadline);
    cancellation?.addEventListener('abort', this.#onCancel);
    if (cancellation?.aborted) return this.#onCancel();
    try {
      pool.dispatch(request, this);
    } catch (error) {
      this.#failBy(error);
    }
  }

  /** Called just before the first byte is written: stops an exchange that was aborted while it waited for a connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#fault) return controller.abort(this.#fault);
    this.#stage = 'sent';
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    this.#stage = 'answering';
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.#limits.maxAnswerBytes) return this.#fail('too_large');
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle();
    this.#resolve({ status: this.#status, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#failBy(error);
  }

  readonly #onDeadline = () => this.#fail('timeout');
  readonly #onCancel = () => this.#fail('cancelled');

  #failBy(error: unknown): void {
    const { reason, detail } = wireReasonOf(error, this.#stage);
    this.#fail(reason, detail, error);
  }

  #fail(reason: WireFault['reason'], detail: string | null = null, cause?: unknown): void {
    if (this.#fault) return;
    this.#fault = new WireFault(reason, this.#stage !== 'waiting', { host: this.#host, detail }, { cause });
    this.#settle();
    this.#reject(this.#fault);
    this.#controller?.abort(this.#fault);
  }

  #settle(): void {
    this.#limits.deadline.removeEventListener('abort', this.#onDeadline);
    this.#limits.cancellation?.removeEventListener('abort', this.#onCancel);
  }
}
