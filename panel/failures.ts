import type { ErrorRequestHandler, Response } from 'express';
import { DomainError } from '../domain/errors.ts';
import { html, type Markup } from '../domain/pages/html/markup.ts';
import { hangUp } from '../http/bodies.ts';
import { HttpRefusal } from '../http/refusal.ts';
import { isDatabaseAway } from '../operations/database.ts';
import { plainPage } from './parts/frame.ts';
import { inPlainWords } from './parts/plain-words.ts';

type Notice = { status: number; title: string; words: string; way?: Markup };

const toStart = html`<a class="button quiet" href="/">Ir para o início</a>`;

function show(res: Response, { status, title, words, way = toStart }: Notice): void {
  const { requestId } = res.locals;
  const told = status >= 500 ? html`<p class="soft">Código do pedido: <code>${requestId}</code></p>` : undefined;
  res.status(status).send(
    plainPage(
      title,
      html`<h1>${title}</h1>
        <p>${words}</p>
        ${told}
        <p>${way}</p>`,
    ),
  );
}

const unknown: Notice = {
  status: 404,
  title: 'Não há nada aqui',
  words: 'O endereço não existe, ou não está ao seu alcance. Confira se escolheu a empresa certa.',
};

/** What people see when a page cannot be shown. */
export const failures = {
  unknown: (res: Response): void => show(res, unknown),
  elsewhere: (res: Response): void =>
    show(res, {
      status: 403,
      title: 'Este pedido não veio do painel',
      words: 'Por segurança, só formulários do próprio painel mudam alguma coisa. Abra a página de novo e repita.',
    }),
  unconfirmed: (res: Response, confirmPath: string): void =>
    show(res, {
      status: 403,
      title: 'Confirme que é você',
      words:
        'Nada foi feito ainda. Faz mais de dez minutos que você se identificou, e isto pede que o faça de novo. Depois você volta à página, e repete.',
      way: html`<a class="button" href="${confirmPath}">Confirmar e voltar</a>`,
    }),
  withoutSecondFactor: (res: Response, setUpPath: string): void =>
    show(res, {
      status: 403,
      title: 'Falta o segundo fator',
      words:
        'Nada foi feito ainda. Quem administra uma empresa ou um escritório, ou opera o Lavra, protege a conta com algo além da senha. Leva um minuto; depois você volta à página, e repete.',
      way: html`<a class="button" href="${setUpPath}">Proteger a conta</a>`,
    }),
  portalOver: (res: Response, status: 401 | 404): void =>
    show(res, {
      status,
      title: 'A visita acabou',
      words:
        'Este endereço já foi usado ou venceu, ou passou o tempo da visita. Abra o painel de novo pelo seu sistema.',
      way: html``,
    }),
  wrongMethod: (res: Response): void => {
    res.set('Allow', 'GET, HEAD, POST');
    show(res, { status: 405, title: 'Isto não se faz assim', words: 'Volte ao painel e use os botões das páginas.' });
  },
  handler: ((error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    hangUp(req, res);
    show(res, noticeOf(error, res));
  }) satisfies ErrorRequestHandler,
};

function noticeOf(error: unknown, res: Response): Notice {
  if (error instanceof URIError) return unknown;
  if (error instanceof HttpRefusal || error instanceof DomainError) {
    res.locals.errorCode = error.code;
    if (error.code === 'not_found') return { ...unknown, words: inPlainWords(error.message) };
    if (error.code === 'service_unavailable') return away;
    return { status: 400, title: 'Não foi possível', words: inPlainWords(error.message) };
  }
  if (isDatabaseAway(error)) {
    res.locals.errorCode = 'service_unavailable';
    res.locals.log.warn('the database is away', { error });
    res.set('Retry-After', '5');
    return away;
  }
  res.locals.errorCode = 'internal_error';
  res.locals.log.error('a page failed', { error });
  return {
    status: 500,
    title: 'Algo deu errado do nosso lado',
    words: 'Nada foi perdido. Tente de novo; se continuar, envie o código abaixo a quem cuida do Lavra.',
  };
}

const away: Notice = {
  status: 503,
  title: 'O painel volta já',
  words: 'Uma parte do Lavra não respondeu. O que já foi pedido segue por si; tente de novo em alguns segundos.',
};
