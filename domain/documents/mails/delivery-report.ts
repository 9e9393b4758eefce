import { isDeadAddress } from './retry.ts';

/** What a server reports of one recipient of a mail (RFC 3464 §2.3). */
export type DeliveryReport = {
  /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`; in lower case. */
  action: string;
  /** The enhanced code (RFC 3463), as `5.1.1`. */
  status: string;
  /** The answer of the server that refused the mail, in its own words; null where it is not told. */
  diagnostic: string | null;
};

/**
 * Reads the `message/delivery-status` of a bounce: groups of fields with an empty line between them, of which the first is about the message and each
 * other about a recipient. Groups without an action and a status are left out.
 */
export function readDeliveryStatus(text: string): DeliveryReport[] {
  const unfolded = text.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+/g, ' ');
  return unfolded.split(/\n\s*\n/).flatMap((group) => reportIn(fieldsOf(group)));
}

function fieldsOf(group: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.split('\n')) {
    const [, name, value = ''] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

function reportIn(fields: ReadonlyMap<string, string>): DeliveryReport[] {
  const [action, status] = [fields.get('action'), /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0]];
  if (!action || status === undefined) return [];
  return [{ action: action.toLowerCase(), status, diagnostic: wordsOf(fields.get('diagnostic-code')) }];
}

/** Without the kind of what follows, as `smtp;`. */
function wordsOf(diagnostic: string | undefined): string | null {
  return diagnostic?.replace(/^[\w-]+\s*;\s*/, '').slice(0, 500) || null;
}

/** What a report says of a mail: it will not arrive, because its address takes none or for another reason; null where it may still, or has. */
export type Undelivered = { status: 'BOUNCED' | 'FAILED'; error: string };

/** How a mail ends by what was reported of it: only what has failed for good ends it. A delay is not an end. */
export function undeliveredBy({ action, status, diagnostic }: DeliveryReport): Undelivered | null {
  if (action !== 'failed') return null;
  const said = diagnostic === null ? status : `${status} (${diagnostic})`;
  const error = `O servidor do destinatário devolveu o e-mail: ${said}`;
  return { status: isDead(status, diagnostic) ? 'BOUNCED' : 'FAILED', error };
}

/** The same rule as of a refusal at once. `5.0.0` says nothing: then the answer that it was made of decides. */
function isDead(status: string, diagnostic: string | null): boolean {
  if (!status.startsWith('5.')) return false;
  const answer = { code: Number(/^\d{3}\b/.exec(diagnostic ?? '')?.[0] ?? 0), response: diagnostic ?? '' };
  return status === '5.0.0' ? isDeadAddress(answer) : isDeadAddress({ ...answer, response: status });
}
