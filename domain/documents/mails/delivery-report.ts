import { isDeadAddress } from './retry.ts';

/** What a server reports about one recipient of a mail (RFC 3464 §2.3). */
export type DeliveryReport = {
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`; in lower case. */
  action: string;
  /** The enhanced code (RFC 3463), as `5.1.1`. */
  status: string;
  /** The words with which a server refused the mail; null where the report has none. */
  diagnostic: string | null;
  /** Address to which the mail was sent, as the server knows it, in lower case; null where the report has none. */
  recipient: string | null;
};

/**
 * Reads the `message/delivery-status` of a bounce: groups of fields, separated by empty lines. The first is about the message, each other one about a
 * recipient. Groups without action and status are left out.
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

/** The address in a field such as `rfc822; <ana@cliente.com.br>` (RFC 3464 §2.3.1). */
function addressIn(field: string | undefined): string | null {
  const address = field?.replace(/^[\w-]+\s*;\s*/, '').replaceAll(/[<>\s]/g, '') ?? '';
  return address.includes('@') ? address.toLowerCase() : null;
}

/** The words of a diagnostic, without their type, as `smtp;`. */
function wordsOf(diagnostic: string | undefined): string | null {
  return diagnostic?.replace(/^[\w-]+\s*;\s*/, '').slice(0, 500) || null;
}

/** How a mail ended that will not arrive: `BOUNCED` where its address takes no mail, `FAILED` for another reason. */
export type Undelivered = { status: 'BOUNCED' | 'FAILED'; error: string };

/**
 * How a mail to an address ended, by a report about it; null where it may still arrive, or has: only a permanent failure ends it. Where the report is
 * about another address, to which ours forwards, our address may still take mail.
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

/**
 * Whether the address is dead, by the same rule as for a refusal at once. Status `5.0.0` tells nothing: then the server's answer in the diagnostic
 * decides.
 */
function isDead(status: string, diagnostic: string | null): boolean {
  if (!status.startsWith('5.')) return false;
  const answer = { code: Number(/^\d{3}\b/.exec(diagnostic ?? '')?.[0] ?? 0), response: diagnostic ?? '' };
  return status === '5.0.0' ? isDeadAddress(answer) : isDeadAddress({ ...answer, response: status });
}
