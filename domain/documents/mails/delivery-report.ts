import { isDeadAddress } from './retry.ts';

/** What a server reports of one recipient of a mail (RFC 3464 §2.3). */
export type DeliveryReport = {
  /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`; in lower case. */
  action: string;
  /** The enhanced code (RFC 3463), as `5.1.1`. */
  status: string;
  /** The answer of the server that refused the mail, in its own words; null where it is not told. */
  diagnostic: string | null;
  /** Whom it was sent to, as the server knows it, in lower case; null where it is not told. */
  recipient: string | null;
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
  const recipient = addressIn(fields.get('original-recipient')) ?? addressIn(fields.get('final-recipient'));
  return [{ action: action.toLowerCase(), status, diagnostic: wordsOf(fields.get('diagnostic-code')), recipient }];
}

/** As `rfc822; <ana@cliente.com.br>` has it (RFC 3464 §2.3.1). */
function addressIn(field: string | undefined): string | null {
  const address = field?.replace(/^[\w-]+\s*;\s*/, '').replaceAll(/[<>\s]/g, '') ?? '';
  return address.includes('@') ? address.toLowerCase() : null;
}

/** Without the kind of what follows, as `smtp;`. */
function wordsOf(diagnostic: string | undefined): string | null {
  return diagnostic?.replace(/^[\w-]+\s*;\s*/, '').slice(0, 500) || null;
}

/** What a report says of a mail: it will not arrive, because its address takes none or for another reason; null where it may still, or has. */
export type Undelivered = { status: 'BOUNCED' | 'FAILED'; error: string };

/**
 * How a mail to an address ends by what was reported of it: only what has failed for good ends it. A delay is not an end. Where another address took none, to
 * which the one that we know forwards, that one may be well.
 */
export function undeliveredBy(
  { action, status, diagnostic, recipient }: DeliveryReport,
  email: string,
): Undelivered | null {
  if (action !== 'failed') return null;
  const isAnother = recipient !== null && recipient !== email.toLowerCase();
  const said = diagnostic === null ? status : `${status} (${diagnostic})`;
  const forwarded = isAnother ? `, que ia também para ${recipient}` : '';
  const error = `O servidor do destinatário devolveu o e-mail${forwarded}: ${said}`;
  return { status: isDead(status, diagnostic) && !isAnother ? 'BOUNCED' : 'FAILED', error };
}

/** The same rule as of a refusal at once. `5.0.0` says nothing: then the answer that it was made of decides. */
function isDead(status: string, diagnostic: string | null): boolean {
  if (!status.startsWith('5.')) return false;
  const answer = { code: Number(/^\d{3}\b/.exec(diagnostic ?? '')?.[0] ?? 0), response: diagnostic ?? '' };
  return status === '5.0.0' ? isDeadAddress(answer) : isDeadAddress({ ...answer, response: status });
}
