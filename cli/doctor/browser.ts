import { createRenderer } from '../../adapters/rendering/renderer.ts';
import type { Env } from '../../config/env.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { type Finding, findingsOf, reasonOf, within } from './finding.ts';

const patienceMs = 30_000;

/** Whether the browser that draws the DANFE for the API starts and prints. */
export async function checkBrowser({ chromium }: Pick<Env, 'chromium'>): Promise<Finding[]> {
  const { ok, failure } = findingsOf('browser');
  if (!chromium) return [failure('a API não sabe de navegador e não desenha o DANFE', await suggestion())];
  const started = Date.now();
  const renderer = createRenderer({ executablePath: chromium, timeoutMs: patienceMs });
  try {
    await within(patienceMs, renderer.pdf('<!doctype html><title>doctor</title><p>DANFE</p>'));
    return [ok(`${chromium} imprime (${Date.now() - started} ms até a primeira página)`)];
  } catch (error) {
    return [
      failure(
        `${chromium} não imprime (${reasonOf(error)})`,
        'instale o Chromium e indique-o com PUPPETEER_EXECUTABLE_PATH',
      ),
    ];
  } finally {
    await renderer.close().catch(() => {}); // it may never have started
  }
}

async function suggestion(): Promise<string> {
  try {
    const { path } = await within(patienceMs, chromiumExecutable());
    return `defina PUPPETEER_EXECUTABLE_PATH=${path}`;
  } catch {
    return 'instale o Chromium ou o Google Chrome e indique-o com PUPPETEER_EXECUTABLE_PATH';
  }
}
