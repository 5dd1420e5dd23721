/// <reference types="vite/client" />

/** By package name; defined by vite.config.ts. */
declare const LIBRARY_VERSIONS: Readonly<Record<string, string>>;
