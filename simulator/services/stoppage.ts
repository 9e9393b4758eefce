import table from '../../tables/endpoints.json' with { type: 'json' };
import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import type { Standing } from '../availability/service-states.ts';
import { timestamp } from '../clock.ts';
import type { ServiceName } from '../transport/endpoints.ts';

const codes = { PAUSED: 108, STOPPED: 109 } as const;
const closing = 113;
const off = 114;

/**
 * What an authorizer answers to a message instead of judging it, if it stands still (MOC 7.0 Anexo I, group B; NT 2013.007). A
 * contingency that is about to end says so (113) only to those who ask; it still takes what is sent. One that is off takes no notes,
 * but always answers about those that it authorized, and cancels them (MOC 7.0 Anexo III, 2.1.3.4 a to g).
 */
export function stoppage(
  { status, until }: Standing,
  service: ServiceName,
  cUF: number | undefined,
): Rejection | undefined {
  if (status === 'OPERATING') return undefined;
  if (status === 'PAUSED' || status === 'STOPPED') return new Rejection(codes[status]);
  if (status === 'OFF') return offTakes(service) ? undefined : new Rejection(off);
  return service === 'NfeStatusServico' ? new Rejection(closing, {}, closingText(cUF, until)) : undefined;
}

function offTakes(service: ServiceName): boolean {
  return service !== 'NfeStatusServico' && service !== 'NfeAutorizacao';
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
