declare module 'html-encoding-sniffer' {
  /**
   * Name of the encoding by the HTML standard: byte order mark, transport, `<meta>` of the first
   * 1024 bytes, default.
   */
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options?: {
      transportLayerEncodingLabel?: string;
      defaultEncoding?: string;
      xml?: boolean;
      maxPrescanBytes?: number;
    },
  ): string;
}
