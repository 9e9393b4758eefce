import { readFileSync } from 'node:fs';
import { isOfType } from '../../domain/documents/events/delivery-receipt.ts';
import { Refused } from '../refused.ts';

const imageTypes = ['image/png', 'image/jpeg'] as const;

/**
 * A PNG or JPEG file as the `data:` URL that a company's form has of its logo.
 *
 * @throws {Refused} `unreadable_file`
 */
export function readLogoFile(path: string): string {
  const content = contentOf(path);
  const type = imageTypes.find((one) => isOfType(content, one));
  if (!type) throw new Refused('unreadable_file', `${path} não é uma imagem PNG ou JPEG.`);
  return `data:${type};base64,${content.toString('base64')}`;
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Refused('unreadable_file', `Não foi possível ler o arquivo ${path}.`, { cause });
  }
}
