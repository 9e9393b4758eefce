import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createMailer } from '../../adapters/mail/mailer.ts';
import { createRenderer } from '../../adapters/rendering/renderer.ts';
import type { Env } from '../../config/env.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { type DoctorFinding, findingsOf, inTime, type ReadOverAll, reasonOf } from './finding.ts';

const browserPatienceMs = 30_000;

/** Whether the browser that draws the DANFE for the API starts and prints. */
export async function checkBrowser(
  { chromium }: Pick<Env, 'chromium'>,
  findChromium: () => Promise<{ path: string }>,
): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('browser');
  if (!chromium) return [failure('a API não sabe de navegador e não desenha o DANFE', await suggestion(findChromium))];
  const started = Date.now();
  const renderer = createRenderer({ executablePath: chromium, timeoutMs: browserPatienceMs });
  try {
    await inTime(browserPatienceMs, renderer.pdf('<!doctype html><title>doctor</title><p>DANFE</p>'));
    return [ok(`${chromium} imprime (${Date.now() - started} ms até a primeira página)`)];
  } catch (error) {
    return [
      failure(
        `${chromium} não imprime (${reasonOf(error)})`,
        'instale o Chromium e indique-o com PUPPETEER_EXECUTABLE_PATH',
      ),
    ];
  } finally {
    await renderer.close().catch(() => {}); // It may never have started
  }
}

async function suggestion(findChromium: () => Promise<{ path: string }>): Promise<string> {
  try {
    const { path } = await inTime(browserPatienceMs, findChromium());
    return `defina PUPPETEER_EXECUTABLE_PATH=${path}`;
  } catch {
    return 'instale o Chromium ou o Google Chrome e indique-o com PUPPETEER_EXECUTABLE_PATH';
  }
}

const storePatienceMs = 90_000;
/** A disk with less free space is soon full: making the ZIP of a large month needs twice its size. */
const littleBytes = 2 * 1024 ** 3;

/** Whether the store of large files takes a file, returns it and removes it. */
export async function checkBlobs({ blobs: url }: Pick<Env, 'blobs'>): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('blobs');
  const where = placeOf(url);
  const blobs = openBlobs(url);
  const reason = await inTime(storePatienceMs, blobs.check()).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  blobs.close();
  if (reason === null) return [ok(`${where}: grava, lê e apaga`), ...(await checkRoom(url))];
  const mend = 'confira LAVRA_BLOBS, igual na API e no worker; os fechamentos esperam até 24 horas pelo conserto';
  return [failure(`${where}: ${reason}`, mend)];
}

async function checkRoom(url: string): Promise<DoctorFinding[]> {
  if (!isFolder(url)) return [];
  const { bavail, bsize } = await statfs(fileURLToPath(url));
  const free = bavail * bsize;
  if (free >= littleBytes) return [];
  const { warning } = findingsOf('blobs');
  return [warning(`só ${Math.floor(free / 1024 ** 2)} MiB livres`, 'libere espaço ou aumente o disco da pasta')];
}

function isFolder(url: string): boolean {
  return new URL(url).protocol === 'file:';
}

function placeOf(url: string): string {
  if (isFolder(url)) return fileURLToPath(url);
  const { hostname, pathname, searchParams } = new URL(url);
  return `s3://${hostname}${pathname} em ${searchParams.get('endpoint') ?? 'AWS'}`;
}

const mailPatienceMs = 70_000;

/** Whether invitations to companies can be mailed, and have a link back to this installation; without offices nobody is invited. */
export async function checkMail(
  look: ReadOverAll,
  { mail, publicUrl }: Pick<Env, 'mail' | 'publicUrl'>,
): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('mail');
  if (!mail) {
    const hasOffices = (await look((em) => em.count(Office))) > 0;
    if (!hasOffices) return [ok('não configurado, nem preciso enquanto não há escritórios')];
    const mend = 'defina LAVRA_SMTP_URL e LAVRA_MAIL_FROM no worker';
    return [failure('não configurado: os convites dos escritórios às empresas não saem', mend)];
  }
  const found: DoctorFinding[] = [];
  const reason = await inTime(mailPatienceMs, createMailer(mail).check());
  if (reason === null)
    found.push(ok('folder' in mail ? `arquivos .eml em ${mail.folder}` : `aceito por ${hostOf(mail)}`));
  else found.push(failure(reason, 'confira LAVRA_SMTP_URL; os convites esperam e saem depois do conserto'));
  if (!publicUrl) {
    const mend = 'defina LAVRA_PUBLIC_URL no worker: o endereço em que as pessoas alcançam a API';
    found.push(failure('os convites não têm para onde levar', mend));
  }
  return found;
}

function hostOf({ smtpUrl }: { smtpUrl: string }): string {
  return new URL(smtpUrl).host;
}
