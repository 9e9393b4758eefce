import puppeteer from 'puppeteer-core';
import { chromiumExecutable } from '../../local/chromium.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';
import { within } from './within.ts';

const patienceMs = 30_000;

/** Whether a browser is found and starts: it draws the DANFE. */
export async function checkBrowser(): Promise<Finding[]> {
  const { ok, failure } = findingsOf('browser');
  const mend = 'instale o Chromium ou o Google Chrome, ou indique um com PUPPETEER_EXECUTABLE_PATH';
  try {
    const { path, args } = await within(patienceMs, chromiumExecutable());
    const browser = await puppeteer.launch({ executablePath: path, args, headless: 'shell', timeout: patienceMs });
    const version = await within(patienceMs, browser.version()).finally(() => browser.close());
    return [ok(`${version} em ${path}`)];
  } catch (error) {
    return [failure(`não inicia (${reasonOf(error)})`, mend)];
  }
}
