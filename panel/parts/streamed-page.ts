import type { Response } from 'express';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { type FramedPage, framedPage } from './frame.ts';

const rest = html`<!-- rest -->`;

/**
 * Sends a page as it comes about, for work that takes longer than somebody looks at an empty window: its beginning at once, then each part as it
 * is said. What goes wrong after the beginning is told by a last part.
 *
 * @param work says part after part; `isGone` is whether nobody reads them any more, so that it may stop
 */
export async function streamPage(
  res: Response,
  { body: beginning, ...page }: FramedPage,
  work: (say: (part: Markup) => void, isGone: () => boolean) => Promise<void>,
): Promise<void> {
  const [before, after] = framedPage({ ...page, body: html`${beginning} ${rest}` }).split(rest.text);
  // A proxy that gathers an answer before it passes it on would hold all of it back.
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
