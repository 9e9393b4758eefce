import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { fingerprintOf } from '../../../domain/fingerprint.ts';
import { startOrLeave } from '../../../http/runs/start-emission.ts';
import { createDocument, type NewDocument } from '../../../operations/documents/create.ts';
import type { Preview } from '../../../operations/documents/preview.ts';
import type { SaleRequest } from '../../../operations/documents/sale-request.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { isOver } from '../../parts/refusals.ts';
import { actingOn } from '../../session.ts';
import { fittedPayments } from './body.ts';
import { saleChoices } from './choices.ts';
import { faultsIn, unjudged } from './faults.ts';
import { droppedWords } from './payment-fields.ts';
import type { Written } from '../../forms/rows.ts';
import { withoutBlankRows } from './rows.ts';
import { pressedByKey, turned } from './turn.ts';
import { saleHtml, type SaleSubject, type SaleView } from './view.ts';

/** A form of a sale: what it is about, what it would become, and what is done with it when it is sent. */
export type SaleForm = {
  subject: SaleSubject;
  /** What the document has that is changed, or taken over; undefined of a new sale. */
  kept?: SaleRequest;
  /** What it would become. @throws DomainError for why it cannot */
  preview: (written: Written) => Promise<Preview>;
  /** Keeps the sale, has it issued where that is asked for, and says which note it is. @throws DomainError for why it cannot */
  send: (written: Written, emit: boolean) => Promise<{ id: string }>;
  /** The note's own page, where it may be that the sale can be changed no more; undefined of a new sale. */
  over?: string;
};

/** Answers with the form as it is opened, with what it would become where it is not empty. */
export async function showSale(
  parts: PanelParts,
  res: Response,
  form: SaleForm,
  { written, isComputed }: { written: Written; isComputed: boolean },
): Promise<void> {
  const { preview } = isComputed ? await previewOf(() => form.preview(withoutBlankRows(written))) : { preview: null };
  res.send(await pageOf(parts, res, form, { written, preview }));
}

/** Of three hundred lines with every field that a line has: each takes three kilobytes, also where it is empty. */
const saleBytes = 1024 * 1024;

/** Answers to one of the buttons of the form: the sale is sent, or the same page is shown with what was asked for. */
export async function answerSale(parts: PanelParts, req: Request, res: Response, form: SaleForm): Promise<void> {
  const { fazer = 'calcular', ...written } = Object.fromEntries(await readForm(req, saleBytes)) as Record<
    string,
    string
  >;
  const pressed = fazer === 'tecla' ? pressedByKey(written) : fazer;
  if (pressed === 'emitir' || pressed === 'guardar')
    return send(parts, res, form, { written: withoutBlankRows(written), emit: pressed === 'emitir' });
  const { company } = actingOn(res);
  const { type } = form.subject;
  const turn = await turned({ orm: parts.orm, company, type }, written, pressed);
  const { preview, error } = await previewOf(() => form.preview(withoutBlankRows(turn.written)));
  const isAsked = pressed === 'calcular' && error !== null;
  const state = isAsked ? faultsIn(error, type, turn.written) : unjudged(turn.written);
  res.status(isAsked ? 400 : 200).send(await pageOf(parts, res, form, { ...turn, state, preview }));
}

async function send(
  parts: PanelParts,
  res: Response,
  form: SaleForm,
  { written, emit }: { written: Written; emit: boolean },
): Promise<void> {
  const { base, type } = form.subject;
  const isFitting = droppedIn(form, written).length === 0;
  try {
    const { id } = await form.send(written, emit);
    const word = emit ? 'emitindo' : 'guardada';
    res.redirect(303, doneAt(`${base}/notas/${id}`, isFitting ? word : `${word}-sem-cartao`));
  } catch (error) {
    // Sent twice, the second finds the note on its way.
    if (form.over !== undefined && isOver(error)) return res.redirect(303, form.over);
    const isMadeAlready = error instanceof DomainError && error.code === 'idempotency_key_mismatch';
    const shown = isMadeAlready ? { ...written, chave: randomUUID() } : written;
    const state = isMadeAlready ? unjudged(shown) : faultsIn(error, type, shown);
    const notice = isMadeAlready ? { notice: madeAlready } : {};
    res.status(400).send(await pageOf(parts, res, form, { written: shown, state, ...notice }));
  }
}

/** The form was sent before, and then changed and sent again. */
const madeAlready = html`<p class="notice" data-kind="wait" role="alert">
  Este formulário já virou uma nota, e o que mudou depois não entrou nela: procure-a em "Notas emitidas". Se é mesmo
  outra venda, envie de novo.
</p>`;

/** What the sale would become, or why it cannot. @throws whatever is no fault of the sale */
async function previewOf(compute: () => Promise<Preview>): Promise<{ preview: Preview | null; error: unknown }> {
  try {
    return { preview: await compute(), error: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { preview: null, error };
  }
}

async function pageOf(
  { orm }: PanelParts,
  res: Response,
  form: SaleForm,
  shown: Partial<SaleView> & Pick<SaleView, 'written'>,
): Promise<string> {
  const { company } = actingOn(res);
  const { written } = shown;
  const { type } = form.subject;
  const choices = await inCompany(orm, company.id, (em) => saleChoices(em, company, type, written));
  return saleHtml({
    ...{ ...form.subject, choices, state: unjudged(written), dropped: droppedIn(form, written) },
    ...{ clients: null, carriers: null, products: null, preview: null },
    ...shown,
  });
}

function droppedIn({ subject: { type }, kept }: SaleForm, written: Written): string[] {
  return fittedPayments(type, written, kept).flatMap((fitted, index) => droppedWords(index, fitted));
}

/** What a form makes a document of. */
type NewSale = Pick<NewDocument, 'sale' | 'recipient' | 'externalId'> & { written: Written; emit: boolean };

/** Makes the document of a form, once however often it is sent, and has it issued where that is asked for. */
export async function createSale(
  parts: PanelParts,
  res: Response,
  { written, ...asked }: NewSale,
): Promise<{ id: string }> {
  const { company } = actingOn(res);
  const { document, isReplay } = await createDocument(
    parts,
    { company, office: company.office, keyId: null },
    { ...asked, repeatable: { key: keyOf(written), fingerprint: fingerprintOf(asked) } },
  );
  if (document.status === 'PROCESSING' && !isReplay) {
    await startOrLeave(parts.temporal, document, { taxId: company.taxId, log: res.locals.log });
  }
  return { id: document.id };
}

/** One sale for one form, however often it is sent. */
function keyOf({ chave = '' }: Written): string {
  return `painel:${/^[\w-]{10,60}$/.test(chave) ? chave : randomUUID()}`;
}
