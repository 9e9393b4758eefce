import type { IncomingMessage } from 'node:http';
import type { Outcome } from '../control/exchanges.ts';
import type { Transmitter } from './transmitter.ts';

/** An HTTP answer; without a body it is only its status. */
export type Answer = {
  status: number;
  type: string;
  body: string;
  /** Only half of it is sent. */
  cut?: true;
};

/** How a request ends: with an answer, or without one on purpose. */
export type Ending = Answer | Exclude<Outcome, 'answered' | 'cut'>;

/** Where a request was sent: the published host in lower case, the path as it was written, and the query. */
export type Address = { host: string; path: string; query: URLSearchParams };

/** Takes one request at its address, from its bytes to its ending. */
export type Attendant = (request: IncomingMessage, transmitter: Transmitter) => Promise<Ending>;

/** One way of speaking with the authority. It knows its own addresses, and gives undefined for all others. */
export type Counter = { at(address: Address): Attendant | undefined };

/** An answer of the web server itself. */
export function plain(status: number, text: string): Answer {
  return { status, type: 'text/plain', body: text };
}
