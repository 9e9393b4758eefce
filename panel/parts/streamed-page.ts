import type { Response } from 'express';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { type FramedPage, framedPage } from './frame.ts';

const rest = html`<!-- rest -->`;

/**
 * Sends a page part by part, for work that takes long: the beginning at once, then each part as it is said. An error after the beginning is shown as
 * a last part.
 *
 * @param work says part after part; `isGone` tells whether nobody reads the page any more, so that it may stop
 */
export async function streamPage(
  res: Response,
  { body: beginning, ...page }: FramedPage,
  work: (say: (part: Markup) => void, isGone: () => boolean) => Promise<void>,
): Promise<void> {
  const [before, after] = framedPage({ ...page, body: html`${beginning} ${rest}` }).split(rest.text);
  // Keeps proxies from collecting the whole answer before they pass it on.
  res.set('X-Accel-Buffering', 'no').type('html');
  res.write(before);
  try {
    await work(
      (part) => void res.write(part.text),
      () => res.destroyed || res.closed,
    );
  } catch (error) {
    res.locals.log.error('a page that was being sent failed', { error });
    res.write(
      html`<p class="notice" data-kind="bad" role="alert">
        Parou aqui: algo deu errado do nosso lado. Tente de novo; se continuar, procure no registro do painel o pedido
        <code>${res.locals.requestId}</code>.
      </p>`.text,
    );
  }
  res.end(after);
}
