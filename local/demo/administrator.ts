import { request } from 'undici';
import { answers, fields, issuingOn } from '../../domain/pages/invitation/asking.ts';
import type { Mail } from './mailbox.ts';

const answerWithinMs = 30_000;

/** The address in the mail of an invitation that opens its page. */
export function linkIn({ text }: Mail): string {
  const [link] = /https?:\/\/\S+\/convites\/[\w-]{43}/.exec(text) ?? [];
  if (link === undefined) throw new Error('o e-mail não traz o endereço do convite');
  return link;
}

/** Opens the page of an invitation as a company's administrator does. @returns what it says */
export async function openInvitation(link: string): Promise<string> {
  const { statusCode, body } = await request(link, { signal: AbortSignal.timeout(answerWithinMs) });
  const page = await body.text();
  if (statusCode !== 200) throw new Error(`a página do convite respondeu ${statusCode}`);
  return page;
}

/** Presses "Aceitar" on it, with the box ticked that lets the office issue, or not. @returns what the page says then */
export async function acceptInvitation(link: string, { issuingAllowed }: { issuingAllowed: boolean }): Promise<string> {
  const form = new URLSearchParams({
    [fields.answer]: answers.accept,
    ...(issuingAllowed ? { [fields.issuing]: issuingOn } : {}),
  });
  const { statusCode, headers, body } = await request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  await body.dump();
  const { location } = headers;
  if (statusCode !== 303 || typeof location !== 'string') throw new Error(`a resposta ao convite foi ${statusCode}`);
  return openInvitation(new URL(location, link).href);
}
