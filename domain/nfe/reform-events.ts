import type { ReformContent, ReformItem } from '../documents/events/reform/content.ts';
import { type Place, type ReformAuthor, reformEvents } from '../documents/events/reform/table.ts';
import type { ReformEventType } from '../document-types.ts';
import { stateCode } from '../states.ts';
import { element, field, group } from '../xml/writer.ts';
import { type Author, type EventHeader, type LaidOutEvent, layoutEvent } from './events.ts';

/**
 * cOrgao of SVRS, which takes the events of the reform for all states (NT 2025.002, 8.1; 92 by NT 2024.002, as nfephp-org/sped-nfe@3b44ec9f has it
 * of these events in src/Tools.php, read 2026-11-28).
 */
export const svrsOrgan = '92';

/** An event of the reform: `author` is what its author is to the note, whose state is that of `header`. */
export function reformEvent({
  type,
  author,
  content,
  version,
  ...header
}: EventHeader & Author & { type: ReformEventType; author: ReformAuthor; content: ReformContent }): LaidOutEvent {
  const { code, description } = reformEvents[type];
  const isWithdrawal = type === 'EVENT_WITHDRAWAL';
  return layoutEvent(header, code, [
    field('descEvento', description), // P19
    field('cOrgaoAutor', stateCode(header.state)), // P20
    ...(isWithdrawal ? [] : [field('tpAutor', author === 'ISSUER' ? '1' : '2')]), // P21
    field('verAplic', `Lavra ${version}`.slice(0, 20)), // P22
    ...said(type, content), // P23 and what follows
  ]);
}

function said(type: ReformEventType, content: ReformContent): string[] {
  const event = reformEvents[type];
  switch (event.says) {
    case 'NOTHING':
      return [field(event.tag, event.value)];
    case 'ANSWER':
      return [field(event.tag, content.accepted ? '1' : '0')];
    case 'DATE':
      return [field(event.tag, content.expectedDeliveryDate)];
    case 'WITHDRAWAL':
      return [field('tpEventoAut', content.withdraws?.code), field('nProtEvento', content.withdraws?.protocol)];
    case 'ITEMS':
      return (content.items ?? []).map((item) =>
        element(event.group, { nItem: String(item.number) }, ...event.places.map((place) => placed(place, item))),
      );
  }
}

function placed(place: Place, item: ReformItem): string {
  if ('field' in place) return field(place.tag, item[place.field]);
  if ('places' in place) return group(place.group, ...place.places.map((inner) => placed(inner, item)));
  const share = item[place.share];
  return share ? group(place.group, field('pCredPres', share.rate), field('vCredPres', share.value)) : '';
}
