import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/** Mounts a disk of so many megabytes in memory; null if this user may not mount. */
export function smallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'lavra-disk-'));
  const isMounted = mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder);
  if (!isMounted) {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    setWritable: (isWritable: boolean): boolean => mount('-o', `remount,${isWritable ? 'rw' : 'ro'}`, folder),
    remove(): void {
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether this user may mount a disk. */
export const canMount = ((): boolean => {
  const disk = smallDisk(1);
  disk?.remove();
  return disk !== null;
})();
