import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { demoCompany } from './companies.ts';
import type { SoldDocument } from './erp.ts';
import { demoConsumerSale } from './sales.ts';
import { type Stage, withOperator } from './stage.ts';

const settledWithinMs = 90_000;
const webhookWithinMs = 60_000;
const pollMs = 100;

type Sefaz = ReturnType<typeof authorityControl>;
/** A sale whose coupon was printed before its authority has the note. */
type Offline = SoldDocument & { accessKey: string; contingency: NonNullable<SoldDocument['contingency']> };

/** Scene of a shop that sells while its authority does not answer: in one sale nothing was sent, in the other the first note may have arrived. */
export async function contingencyScene(stage: Stage): Promise<void> {
  const { database, control, step } = stage;
  await withOperator(database, (operator) => operator.letIssueOffline(demoCompany.taxId));
  step('a empresa quer NFC-e em contingência: lavra company set --contingency-nfce AUTOMATIC');
  const sefaz = authorityControl(control);
  await sellWhileCut(stage, sefaz);
  await sellAsTheLineBreaks(stage, sefaz);
}

/** Nothing was sent: the note keeps its number. */
async function sellWhileCut(stage: Stage, sefaz: Sefaz): Promise<void> {
  const { client, receiver, step } = stage;
  await sefaz.cut();
  step('a linha com a SEFAZ foi cortada');
  const sale = offline(await client.sell(demoConsumerSale(`demo-${randomUUID()}`)));
  step(`venda enviada com Prefer: wait=10, e o cupom já pode sair: ${inWords(sale)}`);
  await keepPending(stage, sale);

  await sefaz.mend();
  step('a linha voltou');
  await receiver.arrived('document.authorized', sale.id, webhookWithinMs);
  step(`NFC-e ${sale.number} transmitida e autorizada com a mesma chave, e o webhook document.authorized chegou`);
  await keepAuthorized(stage, sale);
}

/** The authority took the first note, and its answer got lost: the sale has two notes, of which the first is cancelled. */
async function sellAsTheLineBreaks(stage: Stage, sefaz: Sefaz): Promise<void> {
  const { client, receiver, step } = stage;
  const held = await sefaz.keepAnswersBack();
  const breakLine = async (): Promise<string> => {
    const taken = await held.taken();
    await sefaz.cut();
    await held.end();
    step(`outra venda: a SEFAZ autorizou a nota ${taken}, e a linha caiu antes da resposta`);
    return taken;
  };
  const [first, sold] = await Promise.all([breakLine(), client.sell(demoConsumerSale(`demo-${randomUUID()}`))]);
  const sale = offline(sold);
  if (sale.contingency.replaces?.accessKey !== first) throw new Error('a venda não diz que nota substitui');
  step(`a mesma venda saiu de novo, com outro número: ${inWords(sale)}`);
  await keepPending(stage, sale);

  await sefaz.mend();
  step('a linha voltou');
  await receiver.arrived('document.authorized', sale.id, webhookWithinMs);
  step(`NFC-e ${sale.number} transmitida e autorizada: agora a venda tem duas notas`);
  const { replaces } = (await settled(stage, sale.id)).contingency;
  const events = await sefaz.eventsOn(first);
  if (replaces?.status !== 'CANCELLED' || !events.includes('110112'))
    throw new Error(`a primeira nota ficou ${replaces?.status}, com os eventos ${events.join(', ')}`);
  step(`a primeira, de número ${replaces.number}, foi cancelada por substituição (110112): a venda tem uma só nota`);
  await keepAuthorized(stage, sale);
}

async function keepPending({ client, step, keep }: Stage, { id, accessKey }: Offline): Promise<void> {
  const coupon = await client.danfe(id);
  await keep(`${accessKey}-cupom-pendente.pdf`, coupon);
  await keep(`${accessKey}-nfe.xml`, await client.xml(id));
  step(`cupom impresso com a linha cortada, em duas vias, "pendente de autorização": ${coupon.length} bytes`);
}

async function keepAuthorized({ client, step, keep }: Stage, { id, accessKey }: Offline): Promise<void> {
  const coupon = await client.danfe(id);
  await keep(`${accessKey}-cupom-autorizado.pdf`, coupon);
  await keep(`${accessKey}-procNFe.xml`, await client.xml(id));
  step(`cupom impresso de novo, agora com o protocolo: ${coupon.length} bytes`);
}

/** Polls until the note that a sale replaced is settled. */
async function settled({ client, progress }: Stage, id: string): Promise<Offline> {
  const deadline = Date.now() + settledWithinMs;
  progress('consultando a SEFAZ sobre a primeira nota');
  for (;;) {
    const sale = offline(await client.sold(id));
    if (sale.contingency.replaces?.status !== 'OPEN') return sale;
    if (Date.now() > deadline) throw new Error(`a nota substituída não foi resolvida em ${settledWithinMs / 1000} s`);
    await setTimeout(pollMs);
  }
}

function offline(sale: SoldDocument): Offline {
  const { status, accessKey, contingency: how } = sale;
  if (how?.mode !== 'OFFLINE' || !accessKey) throw new Error(`a venda ficou ${status}, e não em contingência offline`);
  return { ...sale, accessKey, contingency: how };
}

function inWords({ status, number, contingency: { since, transmitBy } }: Offline): string {
  return (
    `NFC-e ${number}, ${status}, em contingência desde ${moment(since)}` +
    (transmitBy === null ? '' : `, a transmitir até ${moment(transmitBy)}`)
  );
}

/** The local time of an instant in the shop. */
function moment(instant: string): string {
  const shown = { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' } as const;
  return new Date(instant).toLocaleString('pt-BR', shown);
}

const answerWithinMs = 10_000;
const registeredWithinMs = 30_000;
const takenPollMs = 20;
/** Longer than a scene waits for anything, in milliseconds. */
const neverMs = 120_000;

const taken = z.array(z.object({ sequence: z.number(), chNFe: z.string().nullable(), cStat: z.number().nullable() }));
const registered = z.array(z.object({ tpEvento: z.string() }));

/**
 * What a scene does with the simulated authority through its control API: it cuts the line to the service for NFC-e, and holds answers back.
 *
 * @param control address of that API
 */
export function authorityControl(control: string) {
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const answer = await request(`${control}${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`o simulador respondeu ${answer.statusCode} a ${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const notes = async () => taken.parse(await ask('GET', '/exchanges?service=NfeAutorizacao&model=65'));
  const line = (to: 'OPEN' | 'REFUSED') => ask('PUT', '/lines/SP', { line: to, model: '65' });

  return {
    /** Cuts the line to the authority of São Paulo for NFC-e. */
    cut: () => line('REFUSED'),
    mend: () => line('OPEN'),
    /**
     * From now on the authority registers what comes and keeps its answers back. `taken` gives the access key that it registered, once there is
     * one.
     */
    async keepAnswersBack(): Promise<{ taken: () => Promise<string>; end: () => Promise<unknown> }> {
      const before = (await notes()).at(-1)?.sequence ?? 0;
      await ask('PUT', '/scenario', { latencyMs: neverMs, service: 'NfeAutorizacao' });
      return {
        end: () => ask('DELETE', '/scenario'),
        async taken() {
          const deadline = Date.now() + registeredWithinMs;
          for (;;) {
            const found = (await notes()).find(({ sequence, cStat }) => sequence > before && cStat !== null);
            if (found?.chNFe) return found.chNFe;
            if (Date.now() > deadline) throw new Error('a nota não chegou à autoridade em 30 s');
            await setTimeout(takenPollMs);
          }
        },
      };
    },
    /** The codes of the events that the authority registered about a note. */
    eventsOn: async (accessKey: string): Promise<string[]> =>
      registered.parse(await ask('GET', `/documents/${accessKey}/events`)).map(({ tpEvento }) => tpEvento),
  };
}
