import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { ArchivedFile } from '../../../adapters/archives/open-zip.ts';
import { type Manifest, manifestSchema, manifestVersion } from '../../../domain/closings/manifest.ts';
import type { Report } from './closing-faults.ts';

export const manifestName = 'manifesto.json';

/** V8 allows texts not much longer than this. */
const largestBytes = 450 * 1024 * 1024;
const mostIssues = 20;
const versioned = z.object({ version: z.number() });

/** The manifest of a closing; null where it cannot be read, which is reported. */
export async function readManifest(file: ArchivedFile | undefined, report: Report): Promise<Manifest | null> {
  if (!file) {
    report('missing_manifest', null, `O ZIP não tem ${manifestName}: não é um fechamento do Lavra, ou está incompleto`);
    return null;
  }
  if (file.size > largestBytes) {
    report('unreadable_manifest', manifestName, 'O manifesto é grande demais para ser lido');
    return null;
  }
  try {
    return checked(JSON.parse(await text(await file.read())), report);
  } catch {
    report('unreadable_manifest', manifestName, 'O manifesto está danificado: não pode ser lido como JSON');
    return null;
  }
}

function checked(json: unknown, report: Report): Manifest | null {
  const said = versioned.safeParse(json);
  if (said.success && said.data.version !== manifestVersion) {
    const words = `O manifesto é da versão ${said.data.version}, e este programa conhece a ${manifestVersion}: atualize o Lavra`;
    report('unknown_version', manifestName, words);
    return null;
  }
  const { success, data, error } = manifestSchema.safeParse(json);
  if (success) return data;
  for (const { path, message } of error.issues.slice(0, mostIssues)) {
    report(
      'unreadable_manifest',
      manifestName,
      `O campo ${path.join('.') || 'principal'} não é o que deve ser: ${message}`,
    );
  }
  return null;
}
