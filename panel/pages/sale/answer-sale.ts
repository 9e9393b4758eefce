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
import { isInvalidState } from '../../parts/refusals.ts';
import { actingOn } from '../../session.ts';
import { fittedPayments } from './body.ts';
import { saleChoices } from './choices.ts';
import { faultsIn, withoutFaults } from './faults.ts';
import { droppedWords } from './payment-fields.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { withoutBlankRows } from './rows.ts';
import { pressedByKey, pressButton } from './press-button.ts';
import { saleHtml, type SaleSubject, type SaleView } from './view.ts';

/** The form of a sale: its subject, its preview, and what happens when it is sent. */
export type SaleForm = {
  subject: SaleSubject;
  /** The sale of the document that is changed or replaced; undefined for a new sale. */
  kept?: SaleRequest;
  /** Computes what the sale would become. @throws DomainError when it cannot be computed */
  preview: (written: FieldTexts) => Promise<Preview>;
  /** Stores the sale, issues it when `emit` is set, and returns the id of its document. @throws DomainError when it cannot */
  send: (written: FieldTexts, emit: boolean) => Promise<{ id: string }>;
  /** The note's own page, for a note that may no longer be open to changes; undefined for a new sale. */
  notePath?: string;
};

/** Sends the form as it is opened, with the preview when `isComputed` is set. */
export async function showSale(
  parts: PanelParts,
  res: Response,
  form: SaleForm,
  { written, isComputed }: { written: FieldTexts; isComputed: boolean },
): Promise<void> {
  const { preview } = isComputed ? await previewOf(() => form.preview(withoutBlankRows(written))) : { preview: null };
  res.send(await pageOf(parts, res, form, { written, preview }));
}

/** Room for 300 items with every field: each takes three kilobytes, even when its fields are empty. */
const saleBytes = 1024 * 1024;

/** Answers a button of the form: stores or issues the sale, or shows the page again with what the button asked for. */
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
  const turn = await pressButton({ orm: parts.orm, company, type }, written, pressed);
  const { preview, error } = await previewOf(() => form.preview(withoutBlankRows(turn.written)));
  const isAsked = pressed === 'calcular' && error !== null;
  const state = isAsked ? faultsIn(error, type, turn.written) : withoutFaults(turn.written);
  res.status(isAsked ? 400 : 200).send(await pageOf(parts, res, form, { ...turn, state, preview }));
}

async function send(
  parts: PanelParts,
  res: Response,
  form: SaleForm,
  { written, emit }: { written: FieldTexts; emit: boolean },
): Promise<void> {
  const { base, type } = form.subject;
  const isFitting = droppedIn(form, written).length === 0;
  try {
    const { id } = await form.send(written, emit);
    const word = emit ? 'emitindo' : 'guardada';
    res.redirect(303, doneAt(`${base}/notas/${id}`, isFitting ? word : `${word}-sem-cartao`));
  } catch (error) {
    // The second of two equal requests finds that the note is already being issued.
    if (form.notePath !== undefined && isInvalidState(error)) return res.redirect(303, form.notePath);
    const isMadeAlready = error instanceof DomainError && error.code === 'idempotency_key_mismatch';
    const shown = isMadeAlready ? { ...written, chave: randomUUID() } : written;
    const state = isMadeAlready ? withoutFaults(shown) : faultsIn(error, type, shown);
    const notice = isMadeAlready ? { notice: madeAlready } : {};
    res.status(400).send(await pageOf(parts, res, form, { written: shown, state, ...notice }));
  }
}

/** For a form that became a note, was changed and was sent again. */
const madeAlready = html`<p class="notice" data-kind="wait" role="alert">
  Este formulário já virou uma nota, e o que mudou depois não entrou nela: procure-a em "Notas emitidas". Se é mesmo
  outra venda, envie de novo.
</p>`;

/** The preview, or the error that explains why there is none. @throws any error but a DomainError */
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
    ...{ ...form.subject, choices, state: withoutFaults(written), dropped: droppedIn(form, written) },
    ...{ clients: null, carriers: null, products: null, preview: null },
    ...shown,
  });
}

function droppedIn({ subject: { type }, kept }: SaleForm, written: FieldTexts): string[] {
  return fittedPayments(type, written, kept).flatMap((fitted, index) => droppedWords(index, fitted));
}

/** What `createSale` makes a document from. */
type NewSale = Pick<NewDocument, 'sale' | 'recipient' | 'externalId'> & { written: FieldTexts; emit: boolean };

/** Creates the document of a form, once however often the form is sent, and issues it when `emit` is set. */
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

/** The idempotency key of a form: one form creates one sale. */
function keyOf({ chave = '' }: FieldTexts): string {
  return `painel:${/^[\w-]{10,60}$/.test(chave) ? chave : randomUUID()}`;
}
