import { uploadFaults } from "../../documents/upload-faults.ts"
import type { Language } from "../../questionnaires/text.ts"

const en = {
  field: "Choose files",
  field_one: "Choose a file",
  hint: "Pictures (JPEG, PNG, HEIC), PDF, Word, Excel or text files, up to 100 MB each.",
  drop: "Drop files here, or choose them:",
  drop_one: "Drop a file here, or choose it:",
  upload: "Upload",
  go_on: "Save and continue",
  list: "Files you have given us",
  replace: "Replace",
  remove: "Remove",
  about: (name: string) => ` ${name}`,
  size_and_time: (size: string, time: string) => `${size}, uploaded ${time}`,
  sent: "We have this file. You can add a newer one beside it.",
  received: (names: string) => `Received: ${names}`,
  received_count: (count: number) => (count === 1 ? "1 file received" : `${count} files received`),
  fault: (name: string, sentence: string) => `${name}: ${sentence}`,
  choose_first: "Choose a file first, then press the button.",
  one_only: "Only one file is asked for here, and there is one already. Use Replace to change it.",
  cut_short: "It did not arrive completely. Please upload it again.",
  broken: "Something went wrong on our side while it was being saved. Please upload it again.",
  no_room: "There is no room to save it right now. Please wait a while, then upload it again.",
  too_many: (limit: number) => `Please upload at most ${limit} files at a time. The others were not taken.`,
  too_many_bytes: "Too many uploads are waiting to be finished. Please finish or cancel some first.",
  matter_full:
    "There is no more room for files here. Remove a file that is no longer needed, or ask the firm how to send this one.",
  firm_full: "The firm cannot take more files right now. Please tell the firm, and upload this one later.",
  replace_title: (name: string) => `Replace ${name}`,
  replace_lede: "As soon as the new file is here, the old one is removed.",
  remove_title: (name: string) => `Remove ${name}?`,
  remove_text: "The file is deleted for good.",
  remove_submit: "Remove the file",
  keep: "Keep it",
  /** What the page's script says; `{name}` and `{percent}` are filled in there. */
  script: {
    waiting: "Waiting",
    sending: "{percent}% uploaded",
    lost: "The connection was lost. It goes on by itself.",
    cancel: "Cancel",
    close: "Close",
    choose_another: "Choose another file",
    try_again: "Try again",
    resume: "This upload was not finished. Choose the same file again, and it goes on where it stopped.",
    signed_out: "You have been signed out. Sign in in another tab, then try again.",
    broken: "It could not be uploaded. Please try again.",
    wait: "Your files are still on their way. The page goes on as soon as they are here.",
    started: "Uploading {name}",
    percent: "{name}: {percent}%",
    done: "{name} is uploaded",
    failed: "{name} was not uploaded. {why}",
  },
  faults: uploadFaults,
}

export type DocumentWords = typeof en

const es: DocumentWords = {
  field: "Elija archivos",
  field_one: "Elija un archivo",
  hint: "Imágenes (JPEG, PNG, HEIC), PDF, Word, Excel o texto, hasta 100 MB cada uno.",
  drop: "Suelte archivos aquí o elíjalos:",
  drop_one: "Suelte un archivo aquí o elíjalo:",
  upload: "Subir",
  go_on: "Guardar y continuar",
  list: "Archivos que nos ha dado",
  replace: "Reemplazar",
  remove: "Quitar",
  about: (name) => ` ${name}`,
  size_and_time: (size, time) => `${size}, subido ${time}`,
  sent: "Ya tenemos este archivo. Puede agregar uno más reciente junto a él.",
  received: (names) => `Recibido: ${names}`,
  received_count: (count) => (count === 1 ? "1 archivo recibido" : `${count} archivos recibidos`),
  fault: (name, sentence) => `${name}: ${sentence}`,
  choose_first: "Elija primero un archivo y después pulse el botón.",
  one_only: "Aquí se pide un solo archivo y ya hay uno. Use Reemplazar para cambiarlo.",
  cut_short: "No llegó completo. Súbalo de nuevo.",
  broken: "Algo falló de nuestro lado al guardarlo. Súbalo de nuevo.",
  no_room: "Ahora mismo no queda espacio para guardarlo. Espere un rato y súbalo de nuevo.",
  too_many: (limit) => `Suba como máximo ${limit} archivos a la vez. Los demás no se aceptaron.`,
  too_many_bytes: "Hay demasiados archivos sin terminar de subir. Termine o cancele algunos primero.",
  matter_full:
    "Ya no queda espacio para más archivos aquí. Quite un archivo que ya no haga falta o pregunte al despacho cómo enviar este.",
  firm_full:
    "El despacho no puede recibir más archivos en este momento. Avise al despacho y suba este archivo más tarde.",
  replace_title: (name) => `Reemplazar ${name}`,
  replace_lede: "En cuanto llegue el archivo nuevo, se quita el anterior.",
  remove_title: (name) => `¿Quitar ${name}?`,
  remove_text: "El archivo se borra definitivamente.",
  remove_submit: "Quitar el archivo",
  keep: "Conservarlo",
  script: {
    waiting: "En espera",
    sending: "{percent} % subido",
    lost: "Se perdió la conexión. Continuará por sí solo.",
    cancel: "Cancelar",
    close: "Cerrar",
    choose_another: "Elegir otro archivo",
    try_again: "Intentar de nuevo",
    resume: "No terminó de subir. Elija otra vez el mismo archivo y continuará donde quedó.",
    signed_out: "Su sesión terminó. Inicie sesión en otra pestaña y vuelva a intentarlo.",
    broken: "No se pudo subir. Inténtelo de nuevo.",
    wait: "Sus archivos siguen en camino. La página continuará en cuanto lleguen.",
    started: "Subiendo {name}",
    percent: "{name}: {percent} %",
    done: "{name} se ha subido",
    failed: "{name} no se ha subido. {why}",
  },
  faults: {
    empty: "Este archivo está vacío. Compruebe que se abre en su dispositivo y súbalo de nuevo.",
    too_large: "Este archivo pesa más de 100 MB. Guárdelo con un tamaño menor o divídalo, y suba las partes.",
    wrong_type:
      "Este tipo de archivo no se puede aceptar. Suba una imagen (JPEG, PNG, HEIC), un PDF, un archivo de Word o Excel, o texto simple (TXT).",
    content_mismatch: (extension, found) => {
      const named = `El nombre de este archivo termina en .${extension}, pero`
      if (found === undefined)
        return `${named} contiene otra cosa. Ábralo en su dispositivo, guárdelo como PDF y suba ese archivo.`
      if (!found.is_taken)
        return `${named} contiene un archivo .${found.extension}. Ábralo en su dispositivo, guárdelo como PDF y suba ese archivo.`
      return `${named} contiene un archivo .${found.extension}. Cambie el final del nombre por .${found.extension} y súbalo de nuevo.`
    },
    password_protected:
      "Este archivo está protegido con una contraseña, así que no podríamos abrirlo. Guarde una copia sin contraseña y suba esa copia.",
    infected:
      "Se encontró un virus en este archivo, así que no se guardó. Revise su dispositivo con un antivirus actualizado y después suba una copia limpia.",
    unscannable:
      "Este archivo es demasiado grande para comprobar aquí si tiene virus. Guárdelo con un tamaño menor o divídalo, y suba las partes.",
    truncated:
      "A este archivo le falta el final; quizá no terminó de descargarse o copiarse. Compruebe que se abre en su dispositivo y súbalo de nuevo.",
  },
}

/** What the pages about files say. */
export const documentWords: Record<Language, DocumentWords> = { en, es }
