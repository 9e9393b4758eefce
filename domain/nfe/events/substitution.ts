import { field } from '../../xml/writer.ts';
import { type Author, authorFields } from './delivery.ts';
import { type EventHeader, type LaidOutEvent, layoutEvent } from './event.ts';

/**
 * 110112, the cancellation of an NFC-e that another of the same sale replaces (NT 2018.004): `protocol` is the cancelled one's nProt,
 * `justification` has 15 to 255 characters, `substituteKey` is the other's access key.
 */
export function substitutionEvent({
  protocol,
  justification,
  substituteKey,
  ...header
}: EventHeader & Author & { protocol: string; justification: string; substituteKey: string }): LaidOutEvent {
  return layoutEvent(header, '110112', [
    field('descEvento', 'Cancelamento por substituicao'), // P19
    ...authorFields(header),
    field('nProt', protocol),
    field('xJust', justification),
    field('chNFeRef', substituteKey), // P31
  ]);
}
