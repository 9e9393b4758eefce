import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { type DocumentType, documentTypes, traitsOf } from '../../../domain/document-types.ts';
import { DomainError } from '../../../domain/errors.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { fingerprintOf } from '../../../http/requests/fingerprint.ts';
import { saleRequest } from '../../../http/requests/sale.ts';
import { startOrLeave } from '../../../http/runs/start-emission.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { createDocument } from '../../../operations/documents/create.ts';
import { type Preview, previewDocument } from '../../../operations/documents/preview.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { Written } from '../../forms/rows.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { creationOf } from './body.ts';
import { faultsIn, unjudged } from './faults.ts';
import { emptySale } from './kept.ts';
import { withoutBlankRows } from './rows.ts';
import { turned } from './turn.ts';
import { saleHtml, type SaleView } from './view.ts';

/** The page on which a sale is written, seen as what it would become, and issued. */
export function newSalePages(parts: PanelParts): Router {
  const router = Router();
  const at = '/e/:taxId/notas/nova';

  router.get(at, admitted('newSale'), (req, res) => {
    const written = emptySale(typeIn(req), randomUUID());
    res.send(saleHtml(viewOf(req, res, written)));
  });

  router.post(at, admitted('sendSale'), async (req, res) => {
    const { pressed, written } = pressedIn(await readForm(req));
    if (pressed === 'emitir' || pressed === 'guardar')
      return send(parts, req, res, { written, emit: pressed === 'emitir' });
    const { company } = actingOn(res);
    const type = typeIn(req);
    const turn = await turned({ orm: parts.orm, company, type }, written, pressed);
    const { preview, error } = await previewOf(() => previewIn(parts, res, type, turn.written));
    const isAsked = pressed === 'calcular' && error !== null;
    const state = isAsked ? faultsIn(error, type, turn.written) : unjudged(turn.written);
    res.status(isAsked ? 400 : 200).send(saleHtml({ ...viewOf(req, res, turn.written), ...turn, state, preview }));
  });

  return router;
}

/** What was written, and which button was pressed. */
export function pressedIn(form: URLSearchParams): { pressed: string; written: Written } {
  const { fazer: pressed = 'calcular', ...written } = Object.fromEntries(form);
  return { pressed, written };
}

/** What the sale would become, or why it cannot. @throws whatever is no fault of the sale */
export async function previewOf(compute: () => Promise<Preview>): Promise<{ preview: Preview | null; error: unknown }> {
  try {
    return { preview: await compute(), error: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { preview: null, error };
  }
}

function previewIn(parts: PanelParts, res: Response, type: DocumentType, written: Written): Promise<Preview> {
  const body = checkedBody('FiscalDocumentCreation', creationOf(type, withoutBlankRows(written)));
  return previewDocument(parts, actingOn(res).company, { sale: saleRequest(body), recipient: body });
}

async function send(
  parts: PanelParts,
  req: Request,
  res: Response,
  { written: sent, emit }: { written: Written; emit: boolean },
): Promise<void> {
  const { company } = actingOn(res);
  const type = typeIn(req);
  const written = withoutBlankRows(sent);
  try {
    const body = checkedBody('FiscalDocumentCreation', { ...creationOf(type, written), emit });
    const { document, isReplay } = await createDocument(
      parts,
      { company, office: company.office, keyId: null },
      {
        ...{ sale: saleRequest(body), recipient: body, emit, externalId: body.externalId ?? null },
        repeatable: { key: keyOf(written), fingerprint: fingerprintOf(body) },
      },
    );
    if (document.status === 'PROCESSING' && !isReplay) {
      await startOrLeave(parts.temporal, document, { taxId: company.taxId, log: res.locals.log });
    }
    res.redirect(303, doneAt(`/e/${company.taxId}/notas/${document.id}`, emit ? 'emitindo' : 'guardada'));
  } catch (error) {
    const isMadeAlready = error instanceof DomainError && error.code === 'idempotency_key_mismatch';
    const shown = isMadeAlready ? { ...written, chave: randomUUID() } : written;
    const state = isMadeAlready ? unjudged(shown) : faultsIn(error, type, shown);
    const notice = isMadeAlready ? madeAlready : undefined;
    res.status(400).send(saleHtml({ ...viewOf(req, res, shown), state, notice }));
  }
}

/** The form was sent before, and then changed and sent again. */
const madeAlready = html`<p class="notice" data-kind="wait" role="alert">
  Este formulário já virou uma nota, e o que mudou depois não entrou nela: procure-a em "Notas emitidas". Se é mesmo
  outra venda, envie de novo.
</p>`;

/** One sale for one form, however often it is sent. */
function keyOf({ chave = '' }: Written): string {
  return `painel:${/^[\w-]{10,60}$/.test(chave) ? chave : randomUUID()}`;
}

function typeIn({ query }: Pick<Request, 'query'>): DocumentType {
  return documentTypes.find((type) => type === query['tipo']) ?? 'NFE';
}

function viewOf(req: Request, res: Response, written: Written): SaleView {
  const { person, company } = actingOn(res);
  const type = typeIn(req);
  const base = `/e/${company.taxId}`;
  return {
    ...{ person, base, type, written, document: null, clients: null, products: null, preview: null },
    title: `Nova ${traitsOf[type].title}`,
    action: `${base}/notas/nova?tipo=${type}`,
    isTrial: company.environment === 'HOMOLOGATION',
    state: unjudged(written),
  };
}
