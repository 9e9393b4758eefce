import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ListedDocument } from './buyer-erp.ts';
import { demoSaleOnTerms } from './sales.ts';
import type { Stage } from './stage.ts';

const pollMs = 500;
const progressMs = 5_000;
/** A wait that is shorter than this prints nothing. */
const quietMs = 2_000;
/** Long enough for two questions to the authority with the pause between them. */
const arrivesWithinMs = 90_000;

/** Scene of a sale on terms, from its buyer's side: the summary comes by the distribution, then the XML, the payables and the month as a ZIP. */
export async function trade(stage: Stage): Promise<void> {
  const { client, buyer, step, keep } = stage;
  const { id: sold } = await client.create(demoSaleOnTerms(`demo-${randomUUID()}`, new Date()));
  const { accessKey, number } = await client.authorized(sold);
  step(`a vendedora emitiu a NF-e ${number}, a prazo, em duas parcelas: chave ${accessKey}`);

  const isAsked = await buyer.sync();
  step(
    isAsked
      ? 'a compradora pediu a consulta à autoridade: POST /v1/received-documents/sync'
      : 'a autoridade ainda não pode ser perguntada (429 sefaz_wait): a distribuição pergunta sozinha na hora certa',
  );
  const summary = await arrived(stage, accessKey, 'o resumo da nota', () => true);
  const { id, issuer, totalValue } = summary;
  step(`a distribuição trouxe o resumo à compradora: NSU ${summary.nsu}, ${issuer.name}, R$ ${totalValue}`);
  if (!summary.hasFullXml) {
    await buyer.manifest(id, 'CIENCIA');
    step('ciência da operação registrada (210210), que libera o XML completo');
  }

  const complete = await arrived(stage, accessKey, 'o XML completo', ({ hasFullXml }) => hasFullXml);
  if (complete.id !== id) throw new Error('o XML completo não tomou o lugar do resumo');
  step(
    `o XML completo chegou e tomou o lugar do resumo: ${complete.schemaType}, NSU ${complete.nsu}, o mesmo id ${id}`,
  );
  await buyer.manifest(id, 'CONFIRMADA');
  step('operação confirmada (210200)');
  const owed = await buyer.payables(id);
  if (owed.length === 0) throw new Error('a nota não deixou contas a pagar');
  const installments = owed.map(
    (payable) => `${payable.number} de R$ ${payable.amount} para ${inWords(payable.dueDate)}`,
  );
  step(`contas a pagar: ${installments.join('; ')}`);

  const danfe = await buyer.danfe(id);
  await keep(`${accessKey}.pdf`, danfe);
  step(`DANFE da nota recebida baixado: ${danfe.length} bytes`);
  const { year, month } = inBrasilia(new Date(complete.emissionDate));
  const { content, documents } = await buyer.month(year, month);
  await keep(`recebidos-${year}-${String(month).padStart(2, '0')}.zip`, content);
  step(`o mês em um ZIP: ${documents} XML, ${content.length} bytes`);
}

/** Polls until the note is as it should be, and prints meanwhile when the authority may be asked again. */
export async function arrived(
  { buyer, progress }: Stage,
  accessKey: string,
  what: string,
  isThere: (note: ListedDocument) => boolean,
): Promise<ListedDocument> {
  const deadline = Date.now() + arrivesWithinMs;
  let told = Date.now() - progressMs + quietMs;
  for (;;) {
    const note = await buyer.received(accessKey);
    if (note && isThere(note)) return note;
    if (Date.now() > deadline) throw new Error(`${what} não chegou em ${arrivesWithinMs / 1000} s`);
    if (Date.now() - told >= progressMs) {
      progress(`esperando ${what}: ${await outlook(buyer)}`);
      told = Date.now();
    }
    await setTimeout(pollMs);
  }
}

async function outlook(buyer: Stage['buyer']): Promise<string> {
  const standing = await buyer.distribution();
  if (!standing) return 'a distribuição ainda não começou';
  if (standing.status !== 'ACTIVE') return standing.reason ?? standing.status;
  const seconds = Math.ceil((Date.parse(standing.nextSyncAllowedAt) - Date.now()) / 1000);
  return seconds > 0
    ? `a autoridade pode ser perguntada de novo em ${seconds} s`
    : 'a autoridade está sendo perguntada';
}

function inWords(day: string): string {
  return day.split('-').reverse().join('/');
}

/** The month of an instant in Brasília time, as the export counts it. */
function inBrasilia(at: Date): { year: number; month: number } {
  const parts = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', year: 'numeric', month: 'numeric' });
  const part = (type: string): number => Number(parts.formatToParts(at).find((found) => found.type === type)?.value);
  return { year: part('year'), month: part('month') };
}
