export { downloadExport } from "./download-export";
export { ImportReportView } from "./ImportReportView";
export { sendFile } from "./send-file";
