import { type Block, type Drawing, merged, stack } from './block.ts';
import { rectangle } from '../../html/svg-path.ts';
import type { Sheet } from '../sheet.ts';
import { leastBesideCm, sideTitle } from './side-title.ts';
import { textBox } from './text-box.ts';

/** Rows under the block's title in portrait, beside it in landscape; without rows there is no title either. */
export function titled(sheet: Sheet, title: string, rows: readonly Block[]): Block {
  if (rows.length === 0) return stack([]);
  return sheet.orientation === 'PORTRAIT' ? stack([titleLine(sheet, title), ...rows]) : beside(sheet, title, rows);
}

/** What a block's title adds to the height of its rows. */
export function titleHeightCm(sheet: Sheet): number {
  return sheet.orientation === 'PORTRAIT' ? sheet.titleCm : 0;
}

/** How high the rows of a block are at least, for the sake of its title. */
export function leastRowsCm(sheet: Sheet, title: string): number {
  return sheet.orientation === 'PORTRAIT' ? 0 : leastBesideCm(title);
}

function titleLine(sheet: Sheet, title: string): Block {
  return {
    heightCm: sheet.titleCm,
    draw: (topCm) => ({
      content: [textBox('title', { leftCm: sheet.leftCm, topCm: topCm + 0.1 }, [title])],
      rules: '',
      hairlines: '',
    }),
  };
}

function beside(sheet: Sheet, title: string, rows: readonly Block[]): Block {
  const { heightCm, draw } = stack(rows);
  const leftCm = sheet.leftCm - sheet.titleCm;
  return {
    heightCm,
    draw(topCm) {
      const strip: Drawing = {
        content: [sideTitle(title, { leftCm, topCm, widthCm: sheet.titleCm, heightCm })],
        rules: rectangle(leftCm, topCm, sheet.titleCm, heightCm),
        hairlines: '',
      };
      return merged([strip, draw(topCm)]);
    },
  };
}
