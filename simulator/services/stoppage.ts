import table from '../../tables/endpoints.json' with { type: 'json' };
import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import type { Standing } from '../availability/service-states.ts';
import { timestamp } from '../clock.ts';
import type { ServiceName } from '../transport/endpoints.ts';

const codes = { PAUSED: 108, STOPPED: 109, OFF: 114 } as const;
const closing = 113;

/**
 * What an authorizer answers to a message instead of judging it, if it stands still (MOC 7.0 Anexo I, group B; NT 2013.007). A
 * contingency that is about to end says so (113) only to those who ask; it still takes what is sent.
 */
export function stoppage(
  { status, until }: Standing,
  service: ServiceName,
  cUF: number | undefined,
): Rejection | undefined {
  if (status === 'OPERATING') return undefined;
  if (status !== 'CLOSING') return new Rejection(codes[status]);
  return service === 'NfeStatusServico' ? new Rejection(closing, {}, closingText(cUF, until)) : undefined;
}

/** The published text with its state and, where the end is known, its time. */
function closingText(cUF: number | undefined, until: number | undefined): string {
  const state = Object.entries(table.cUF).find(([, code]) => code === cUF)?.[0] ?? 'XX';
  const named = reason(closing).replace('SEFAZ-XX', `SEFAZ-${state}`);
  if (until === undefined) return named.replace(/ em dd\/mm\/aa .*/, '');
  const [, year = '', month = '', day = '', time = ''] =
    /^..(..)-(..)-(..)T(..:..)/.exec(timestamp(new Date(until))) ?? [];
  return named.replace('dd/mm/aa', `${day}/${month}/${year}`).replace('hh:mm', time);
}
