import type { DocumentStatus } from '../../domain/documents/document.entity.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

type State = { word: string; many: string; shape: Markup };

/** Each status by a word and a shape, so that nobody needs the colours. */
const states: Record<DocumentStatus, State> = {
  AUTHORIZED: {
    word: 'Autorizada',
    many: 'Autorizadas',
    shape: html`<circle class="solid" cx="8" cy="8" r="7.2" /><path class="on" d="m4.8 8.3 2.2 2.1 4.2-4.6" />`,
  },
  PROCESSING: {
    word: 'Em emissão',
    many: 'Em emissão',
    shape: html`<circle class="ring" cx="8" cy="8" r="6.4" /><path class="solid" d="M8 1.6a6.4 6.4 0 0 1 0 12.8z" />`,
  },
  REJECTED: {
    word: 'Rejeitada',
    many: 'Rejeitadas',
    shape: html`<path class="solid" d="M8 .4 15.6 8 8 15.6.4 8z" /><path class="on" d="M8 4.5v4.2M8 11v.2" />`,
  },
  DRAFT: {
    word: 'Rascunho',
    many: 'Rascunhos',
    shape: html`<circle class="ring dashed" cx="8" cy="8" r="6.4" />`,
  },
  CANCELLED: {
    word: 'Cancelada',
    many: 'Canceladas',
    shape: html`<circle class="ring" cx="8" cy="8" r="6.4" /><path class="ring" d="m3.6 12.4 8.8-8.8" />`,
  },
};

/** The statuses in the order in which people look for them. */
export const statusOrder: readonly DocumentStatus[] = ['AUTHORIZED', 'PROCESSING', 'REJECTED', 'DRAFT', 'CANCELLED'];

export function wordOf(status: DocumentStatus): string {
  return states[status].word;
}

export function manyOf(status: DocumentStatus): string {
  return states[status].many;
}

export function mark(status: DocumentStatus): Markup {
  return html`<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">${states[status].shape}</svg>`;
}

export function statusHtml(status: DocumentStatus): Markup {
  return html`<span class="state" data-state="${status}">${mark(status)}${wordOf(status)}</span>`;
}
