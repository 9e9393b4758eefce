import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { message } from '../machine/failure.ts';
import { untilAskedToEnd } from '../machine/signals.ts';
import { erp } from './demo/erp.ts';
import { demoSale } from './demo/sale.ts';
import { isSigned, webhookReceiver, type WebhookReceiver } from './demo/webhook-receiver.ts';
import { freePorts } from './services/ports.ts';
import { localSettings } from './settings.ts';
import { type Stack, startStack } from './stack.ts';

const folder = resolve('lavra-demo');
const webhookWithinMs = 20_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run demo`: brings everything up on free ports, issues a note as an ERP would, and takes everything down again. */
async function main(): Promise<void> {
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const step = stopwatch(print);
  const stack = await startStack({ ...settings, ports, home: join(settings.home, 'demo') }, print);
  step('tudo no ar: PostgreSQL, Temporal, autoridade simulada, API e worker, com empresa e certificado');
  const receiver = await webhookReceiver();
  try {
    const asked = untilAskedToEnd(settings.underNpm).then(() => Promise.reject(new Error('interrompida')));
    await Promise.race([issue(stack, receiver, step), stack.broken, asked]);
  } finally {
    await receiver.close();
    await stack.stop();
    step('tudo encerrado');
  }
}

async function issue({ running }: Stack, receiver: WebhookReceiver, step: (what: string) => void): Promise<void> {
  const client = erp(running.api, running.companyKey);
  const { id: webhookId, secret } = await client.registerWebhook(receiver.url);
  step('webhook registrado, com o ping assinado respondido');
  const { id } = await client.create(demoSale(`demo-${randomUUID()}`));
  step('venda enviada: POST /v1/fiscal-documents');
  const { accessKey, number, protocolNumber } = await client.authorized(id);
  step(`NF-e ${number} autorizada: chave ${accessKey}, protocolo ${protocolNumber}`);
  const webhook = await receiver.arrived('document.authorized', id, webhookWithinMs);
  if (!isSigned(webhook, secret)) throw new Error('a assinatura do webhook não confere');
  step(`webhook recebido e assinatura conferida: ${webhook.rawBody}`);
  const xml = await client.xml(id);
  step(`XML autorizado baixado: ${xml.length} bytes`);
  const danfe = await client.danfe(id);
  step(`DANFE baixado: ${danfe.length} bytes`);
  await client.removeWebhook(webhookId);
  // The files of an earlier run do not belong to this run's webhook.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${accessKey}-procNFe.xml`), xml);
  await writeFile(join(folder, `${accessKey}.pdf`), danfe);
  await writeFile(join(folder, 'webhook.json'), `${JSON.stringify({ secret, ...webhook }, null, 2)}\n`);
  step(`arquivos em ${folder}`);
}

/** Tells each step with the seconds that it took, as `  0,42 s  venda enviada`. */
function stopwatch(log: (line: string) => void): (what: string) => void {
  let last = performance.now();
  return (what) => {
    const now = performance.now();
    const seconds = ((now - last) / 1000).toFixed(2).replace('.', ',');
    last = now;
    log(`${seconds.padStart(7)} s  ${what}`);
  };
}

main().then(
  () => {
    print('Pronto. Para manter tudo no ar e usar a API: npm start');
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`A demonstração falhou: ${message(error)}\n`);
    process.exit(1);
  },
);
