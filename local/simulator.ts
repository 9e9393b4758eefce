import { request } from 'undici';
import { z } from 'zod';

const answerWithinMs = 10_000;
const issued = z.object({ pfx: z.base64() });

/** The root certificate of the simulated authority, in PEM. */
export async function simulatorCa(control: string): Promise<string> {
  const { statusCode, body } = await request(`${control}/ca.pem`, { signal: AbortSignal.timeout(answerWithinMs) });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`o simulador não deu a sua raiz: ${statusCode} ${text}`);
  return text;
}

/** An A1 certificate from the simulator's own issuer, as the bytes of its PFX file. */
export async function simulatorCertificate(
  control: string,
  holder: { taxId: string; name: string; password: string },
): Promise<Buffer> {
  const { statusCode, body } = await request(`${control}/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(holder),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`o simulador não emitiu o certificado: ${statusCode} ${text}`);
  return Buffer.from(issued.parse(JSON.parse(text)).pfx, 'base64');
}
