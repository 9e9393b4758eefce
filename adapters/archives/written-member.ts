/** What the directory of an archive says of a file that was written into it. */
export type WrittenMember = {
  name: string;
  modifiedAt: Date;
  /** 0 stored, 8 deflated. */
  method: number;
  crc32: number;
  /** Bytes of the content, and of what the archive holds of it. */
  size: number;
  storedSize: number;
  /** Where its header begins. */
  offset: number;
  /** Whether CRC-32 and sizes stand behind it, because they were not known before. */
  streamed: boolean;
};
