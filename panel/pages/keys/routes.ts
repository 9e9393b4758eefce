import { DateTime } from 'luxon';
import { type Request, type Response, Router } from 'express';
import { v7 as uuid } from 'uuid';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import { brasiliaZone as zone } from '../../../domain/fiscal-time.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { keyUses, listKeys, revokeKey } from '../../../operations/provisioning.ts';
import { ProvisioningRefused } from '../../../operations/provisioning/provisioning-refused.ts';
import { failures } from '../../failures.ts';
import { rowIdIn } from '../../forms/row-id.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { boxOf } from '../../parts/scope-words.ts';
import { admitted } from '../../session.ts';
import { type KeysOwner, type KeysPlace, keysPlaces, type KeyWords, type NewKey } from './places.ts';
import { keyFieldsOf, keysHtml, newKeyHtml, revocationHtml, shownKeyHtml } from './view.ts';

const sentences = { revogada: 'A chave foi revogada: quem a usava é recusado desde agora.' };

type OfKey = Request<{ id: string }>;

/** The keys with which the systems of a company or an office call the API: the list, a new one, and revoking one. */
export function keysPages(parts: PanelParts): Router {
  const router = Router();
  for (const place of keysPlaces) router.use(keysOf(parts, place));
  return router;
}

function keysOf(parts: PanelParts, { path, pages, words, ownerOf }: KeysPlace): Router {
  const router = Router();
  const framed = (res: Response): KeysOwner & { person: SignedIn; words: KeyWords } => {
    const { person } = res.locals;
    if (!person) throw new TypeError('nobody is signed in');
    return { ...ownerOf(res, parts), person, words };
  };
  const kept = ({ transact, whose }: KeysOwner) =>
    transact(async (em) => ({ keys: await listKeys(em, whose), uses: await keyUses(em) }));

  router.get(path, admitted(pages.list), async (req, res) => {
    const told = framed(res);
    res.send(keysHtml({ ...told, done: doneNotice(req, sentences), now: new Date(), ...(await kept(told)) }));
  });

  router.get(`${path}/nova`, admitted(pages.new), (_req, res) => {
    // The new row gets this id: a form that is sent twice creates one key.
    res.send(newKeyHtml({ ...framed(res), id: uuid(), state: unsent(usualOf(words)) }));
  });

  router.post(`${path}/nova`, admitted(pages.create), async (req, res) => {
    const told = framed(res);
    const { transact, create } = told;
    const form = await readForm(req);
    const id = rowIdIn(form) ?? uuid();
    try {
      const input = { id, ...readKey(form, new Date()) };
      const made = await transact((em) => create(em, input, form));
      res.send(shownKeyHtml({ ...told, apiUrl: parts.apiUrl, ...made }));
    } catch (error) {
      if (error instanceof ProvisioningRefused && error.code === 'key_exists') {
        const fault = `${error.message} Se você não a guardou, revogue-a e crie outra.`;
        return void res.status(400).send(keysHtml({ ...told, fault, now: new Date(), ...(await kept(told)) }));
      }
      res.status(400).send(newKeyHtml({ ...told, id, state: refusedForm(error, form, keyFieldsOf(words)) }));
    }
  });

  router.get(`${path}/:id/revogar`, admitted(pages.revocation), async (req: OfKey, res) => {
    const told = framed(res);
    const { keys, uses } = await kept(told);
    const key = keys.find(({ id, revokedAt }) => id === req.params.id && !revokedAt);
    if (!key) return failures.unknown(res);
    res.send(revocationHtml({ ...told, key, usedAt: uses.get(key.id) ?? null, now: new Date() }));
  });

  router.post(`${path}/:id/revogar`, admitted(pages.revoke), async (req: OfKey, res) => {
    const { transact, actor, base } = framed(res);
    try {
      await transact((em) => revokeKey(em, req.params.id, actor));
    } catch (error) {
      if (!(error instanceof ProvisioningRefused)) throw error;
      return failures.unknown(res);
    }
    res.redirect(303, doneAt(`${base}/chaves`, 'revogada'));
  });

  return router;
}

/** The scopes that systems usually need; the person ticks others herself. */
function usualOf({ scopes: { usual } }: KeyWords): Record<string, string> {
  return Object.fromEntries(usual.map((scope) => [boxOf(scope), 'sim']));
}

/** @throws DomainError `validation_error` for a key without a name, or with an expiry in the past */
function readKey(form: URLSearchParams, now: Date): Omit<NewKey, 'id'> {
  const name = form.get('nome')?.trim() ?? '';
  const day = form.get('validade') ?? '';
  const expiresAt = day === '' ? null : DateTime.fromISO(day, { zone }).plus({ days: 1 });
  const issues: Issue[] = [];
  if (name === '' || name.length > 100)
    issues.push({ path: 'nome', message: 'Diga para que serve, em até 100 letras' });
  if (expiresAt && !expiresAt.isValid) issues.push({ path: 'validade', message: 'Escreva o dia por inteiro' });
  else if (expiresAt && expiresAt.toMillis() <= now.getTime()) {
    issues.push({ path: 'validade', message: 'Este dia já passou' });
  }
  if (issues.length > 0) throw new DomainError('validation_error', 'A chave não pôde ser criada.', { issues });
  return { name, expiresAt: expiresAt?.toJSDate() ?? null };
}
