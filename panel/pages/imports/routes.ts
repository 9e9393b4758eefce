import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { byteOrderMark, decimalStyles } from '../../../domain/imports/cell.ts';
import { hangUp } from '../../../http/bodies.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { ImportRefused } from '../../../operations/imports/import-refused.ts';
import { importedShapes } from '../../../http/requests/imported-shapes.ts';
import { findImport, importUpload, previewUpload, type UploadedFile } from '../../../operations/imports/upload.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { readUploads } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { endingOf, type ImportedKind, importedKinds, isTable, templateFor } from './imported-kinds.ts';
import { chooseHtml, importPreviewHtml, resultHtml } from './view.ts';

/** The most bytes of the form that sends a checked file of 1 MB back, as base64. */
const againBytes = 1_500_000;

const shapes = importedShapes(checkedBody);

/** Imports records from a file: it is chosen, checked, and only then imported. */
export function importPages(parts: PanelParts): Router {
  const router = Router();
  for (const of of importedKinds) servePages(router, parts, of);
  return router;
}

function servePages(router: Router, { orm }: PanelParts, of: ImportedKind): void {
  const path = `/e/:taxId/${of.path}/importar`;
  const told = (res: Response) => {
    const { person, company } = actingOn(res);
    return { of, person, company, base: `/e/${company.taxId}` };
  };

  router.get(path, admitted('importRecords'), (_req, res) => {
    res.send(chooseHtml(told(res)));
  });

  router.get(`${path}/modelo.${endingOf(of)}`, admitted('importTemplate'), (_req, res) => {
    const { company } = actingOn(res);
    res
      .attachment(`modelo-${of.many}.${endingOf(of)}`)
      .type(isTable(of) ? 'text/csv' : 'application/jsonl')
      .send(`${isTable(of) ? byteOrderMark : ''}${templateFor(of, company)}\n`);
  });

  router.post(`${path}/conferir`, admitted('previewImport'), async (req, res) => {
    const all = told(res);
    try {
      const { fields, files } = await readUploads(req);
      const chosen = files.get('arquivo');
      if (!chosen) throw new ImportRefused('invalid_file', 'Escolha o arquivo.');
      const file = fileOf(of, fields, chosen);
      const outcome = await previewUpload(orm, all.company, file, shapes);
      res.send(importPreviewHtml({ ...all, file, sha256: hashOf(file), outcome }));
    } catch (error) {
      refuse(req, res, error, all);
    }
  });

  router.post(path, admitted('doImport'), async (req, res) => {
    const all = told(res);
    try {
      const { fields } = await readUploads(req, againBytes);
      const bytes = Buffer.from(fields.get('conteudo') ?? '', 'base64');
      const file = fileOf(of, fields, { name: fields.get('nome') ?? '', bytes });
      // The file is validated again in any case; the hash shows a person that she did not check this one.
      if (bytes.length === 0 || hashOf(file) !== fields.get('resumo')) {
        throw new ImportRefused('invalid_file', 'Não é o arquivo que foi conferido. Escolha-o de novo e confira.');
      }
      const id = await importUpload(orm, all.company, file, shapes);
      res.redirect(303, `${all.base}/${of.path}/importar/${id}`);
    } catch (error) {
      refuse(req, res, error, all);
    }
  });

  router.get(`${path}/:id`, admitted('importResult'), async (req, res) => {
    const all = told(res);
    const run = await inCompany(orm, all.company.id, (em) => findImport(em, req.params.id));
    res.send(resultHtml({ ...all, run }));
  });
}

function fileOf({ kind }: ImportedKind, fields: URLSearchParams, { name, bytes }: { name: string; bytes: Buffer }) {
  const decimals = decimalStyles.find((style) => style === fields.get('decimais'));
  const shown = name.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200) || 'arquivo';
  return { kind, name: shown, bytes, update: fields.get('alterar') === 'sim', decimals } satisfies UploadedFile;
}

const hashOf = ({ bytes }: UploadedFile): string => createHash('sha256').update(bytes).digest('hex');

type ChoicePage = Parameters<typeof chooseHtml>[0];

/** Shows the page for choosing a file again, with why this one was refused. @throws `error` itself when it is none that a person can mend */
function refuse(req: Request, res: Response, error: unknown, all: ChoicePage): void {
  hangUp(req, res);
  res.status(400).send(chooseHtml({ ...all, fault: sentenceOf(error, all.of) }));
}

function sentenceOf(error: unknown, of: ImportedKind): string {
  if (error instanceof ImportRefused) {
    return error.code === 'missing_columns' ? `Falta no arquivo ${of.needed}. Confira o cabeçalho.` : error.message;
  }
  if (!(error instanceof DomainError)) throw error;
  const header = isTable(of) ? ', cada uma com o cabeçalho,' : '';
  const tooLarge = `O arquivo passa de 1 MB. Divida-o em partes${header} e envie uma de cada vez.`;
  return error.code === 'payload_too_large' ? tooLarge : error.message;
}
