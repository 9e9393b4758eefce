import { Secret, TOTP } from 'otpauth';
import { hashRecoveryCode } from '../../domain/accounts/second-factor-codes.ts';
import type { Browser } from './panel-fixture.ts';

/** The code that a telephone shows for a secret, now or so many steps of half a minute later. */
export function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

/** Sets up codes of a telephone for the signed-in person. */
export async function turnOnCodes({ get, post }: Pick<Browser, 'get' | 'post'>) {
  const page = (await get('/conta/codigo-do-celular')).text;
  const secret = /class="secret">([A-Z2-7 ]+)</.exec(page)![1]!.replaceAll(' ', '');
  const offer = offerIn(page);
  const answer = await post('/conta/codigo-do-celular', { oferta: offer, codigo: codeOf(secret) });
  return { secret, offer, codes: codesIn(answer.text), answer };
}

/** The offered secret in a page's form. */
export function offerIn(page: string): string {
  return /name="oferta" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** The recovery codes on a page. */
export function codesIn(page: string): string[] {
  return [...page.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code!).filter((code) => hashRecoveryCode(code));
}
